/* The native methods of jfs.natives.VerbsLibrary; jfs/verbs.h says what each means. */
#ifndef JFS_JNI_VERBS_H
#define JFS_JNI_VERBS_H

#include <jni.h>

/* Begins a method's declaration with its type, and the name that the JVM looks for. */
#define VERBS_LIBRARY(type, method) \
	JNIEXPORT type JNICALL Java_jfs_natives_VerbsLibrary_##method

VERBS_LIBRARY(jlong, open)(JNIEnv *env, jclass cls);

VERBS_LIBRARY(jint, serves)(
	JNIEnv *env, jclass cls, jlong verbs, jbyteArray local, jint scope);

VERBS_LIBRARY(jstring, devices)(
	JNIEnv *env, jclass cls, jlong verbs);

VERBS_LIBRARY(jint, nextEvent)(
	JNIEnv *env, jclass cls, jlong verbs, jint timeout_millis, jbyteArray array);

VERBS_LIBRARY(void, wake)(JNIEnv *env, jclass cls, jlong verbs);

VERBS_LIBRARY(jlong, listen)(
	JNIEnv *env, jclass cls, jlong verbs, jbyteArray local, jint scope, jint port,
	jint backlog, jlong token);

VERBS_LIBRARY(void, unlisten)(
	JNIEnv *env, jclass cls, jlong listener);

VERBS_LIBRARY(jlong, connect)(
	JNIEnv *env, jclass cls, jlong verbs, jbyteArray local, jint local_scope,
	jbyteArray remote, jint remote_scope, jint remote_port, jintArray settings_array,
	jbyteArray data_array, jlong token);

VERBS_LIBRARY(jlong, accept)(
	JNIEnv *env, jclass cls, jlong request, jintArray settings_array, jbyteArray data_array,
	jlong token);

VERBS_LIBRARY(void, refuse)(
	JNIEnv *env, jclass cls, jlong request, jbyteArray data_array);

VERBS_LIBRARY(jlong, register)(
	JNIEnv *env, jclass cls, jlong connection, jobject memory, jboolean peer_writes,
	jlongArray address_and_key);

VERBS_LIBRARY(void, forget)(
	JNIEnv *env, jclass cls, jlong region);

VERBS_LIBRARY(jint, write)(
	JNIEnv *env, jclass cls, jlong connection, jlong region, jint offset, jint length,
	jlong remote_address, jint remote_key);

VERBS_LIBRARY(jint, send)(
	JNIEnv *env, jclass cls, jlong connection, jbyteArray message);

VERBS_LIBRARY(jint, probe)(
	JNIEnv *env, jclass cls, jlong connection);

VERBS_LIBRARY(jlong, poll)(
	JNIEnv *env, jclass cls, jlong connection, jbyteArray messages);

VERBS_LIBRARY(jboolean, drained)(
	JNIEnv *env, jclass cls, jlong connection);

VERBS_LIBRARY(jboolean, software)(
	JNIEnv *env, jclass cls, jlong connection);

VERBS_LIBRARY(jlong, device)(
	JNIEnv *env, jclass cls, jlong connection);

VERBS_LIBRARY(jint, queuePair)(
	JNIEnv *env, jclass cls, jlong connection);

VERBS_LIBRARY(jint, arm)(
	JNIEnv *env, jclass cls, jlong connection);

VERBS_LIBRARY(void, disconnect)(
	JNIEnv *env, jclass cls, jlong connection);

VERBS_LIBRARY(void, destroy)(
	JNIEnv *env, jclass cls, jlong connection);

#endif

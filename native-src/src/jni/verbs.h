/* The native methods of jfs.natives.VerbsLibrary; jfs/verbs.h says what each means. */
#ifndef JFS_JNI_VERBS_H
#define JFS_JNI_VERBS_H

#include <jni.h>

JNIEXPORT jlong JNICALL Java_jfs_natives_VerbsLibrary_open(JNIEnv *env, jclass cls);

JNIEXPORT jint JNICALL Java_jfs_natives_VerbsLibrary_serves(
	JNIEnv *env, jclass cls, jlong verbs, jbyteArray local, jint scope);

JNIEXPORT jstring JNICALL Java_jfs_natives_VerbsLibrary_devices(
	JNIEnv *env, jclass cls, jlong verbs);

JNIEXPORT jint JNICALL Java_jfs_natives_VerbsLibrary_nextEvent(
	JNIEnv *env, jclass cls, jlong verbs, jint timeout_millis, jobject buffer);

JNIEXPORT void JNICALL Java_jfs_natives_VerbsLibrary_wake(JNIEnv *env, jclass cls, jlong verbs);

JNIEXPORT jlong JNICALL Java_jfs_natives_VerbsLibrary_listen(
	JNIEnv *env, jclass cls, jlong verbs, jbyteArray local, jint scope, jint port,
	jint backlog, jlong token);

JNIEXPORT void JNICALL Java_jfs_natives_VerbsLibrary_unlisten(
	JNIEnv *env, jclass cls, jlong listener);

JNIEXPORT jlong JNICALL Java_jfs_natives_VerbsLibrary_connect(
	JNIEnv *env, jclass cls, jlong verbs, jbyteArray local, jint local_scope,
	jbyteArray remote, jint remote_scope, jint remote_port, jintArray settings_array,
	jbyteArray data_array, jlong token);

JNIEXPORT jlong JNICALL Java_jfs_natives_VerbsLibrary_accept(
	JNIEnv *env, jclass cls, jlong request, jintArray settings_array, jbyteArray data_array,
	jlong token);

JNIEXPORT void JNICALL Java_jfs_natives_VerbsLibrary_refuse(
	JNIEnv *env, jclass cls, jlong request, jbyteArray data_array);

JNIEXPORT jlong JNICALL Java_jfs_natives_VerbsLibrary_register(
	JNIEnv *env, jclass cls, jlong connection, jobject memory, jboolean peer_writes,
	jlongArray address_and_key);

JNIEXPORT void JNICALL Java_jfs_natives_VerbsLibrary_forget(
	JNIEnv *env, jclass cls, jlong region);

JNIEXPORT jint JNICALL Java_jfs_natives_VerbsLibrary_write(
	JNIEnv *env, jclass cls, jlong connection, jlong region, jint offset, jint length,
	jlong remote_address, jint remote_key);

JNIEXPORT jint JNICALL Java_jfs_natives_VerbsLibrary_send(
	JNIEnv *env, jclass cls, jlong connection, jobject message);

JNIEXPORT jint JNICALL Java_jfs_natives_VerbsLibrary_probe(
	JNIEnv *env, jclass cls, jlong connection);

JNIEXPORT jlong JNICALL Java_jfs_natives_VerbsLibrary_poll(
	JNIEnv *env, jclass cls, jlong connection, jobject messages);

JNIEXPORT jboolean JNICALL Java_jfs_natives_VerbsLibrary_drained(
	JNIEnv *env, jclass cls, jlong connection);

JNIEXPORT jboolean JNICALL Java_jfs_natives_VerbsLibrary_software(
	JNIEnv *env, jclass cls, jlong connection);

JNIEXPORT jlong JNICALL Java_jfs_natives_VerbsLibrary_device(
	JNIEnv *env, jclass cls, jlong connection);

JNIEXPORT jint JNICALL Java_jfs_natives_VerbsLibrary_arm(
	JNIEnv *env, jclass cls, jlong connection);

JNIEXPORT void JNICALL Java_jfs_natives_VerbsLibrary_disconnect(
	JNIEnv *env, jclass cls, jlong connection);

JNIEXPORT void JNICALL Java_jfs_natives_VerbsLibrary_destroy(
	JNIEnv *env, jclass cls, jlong connection);

#endif

/*
 * The native methods of jfs.natives.Natives, which documents them; those for eventfds are in
 * eventfd.c.
 */
#ifndef JFS_JNI_NATIVES_H
#define JFS_JNI_NATIVES_H

#include <jni.h>

/*
 * The version of the contract between this file and Natives.java, which holds the same number: to
 * be raised whenever a native method is added, removed or changes its meaning.
 */
#define JFS_JNI_CONTRACT 13

/* Begins a method's declaration with its type, and the name that the JVM looks for. */
#define NATIVES(type, method) JNIEXPORT type JNICALL Java_jfs_natives_Natives_##method

NATIVES(jint, contract)(JNIEnv *env, jclass cls);

NATIVES(jint, resourceLimit)(
	JNIEnv *env, jclass cls, jint resource, jlongArray soft_and_hard);

NATIVES(jlong, address)(
	JNIEnv *env, jclass cls, jobject buffer);

NATIVES(jint, futexWait)(
	JNIEnv *env, jclass cls, jlong address, jint expected, jlong timeout_nanos);

NATIVES(jint, futexWake)(
	JNIEnv *env, jclass cls, jlong address, jint how_many);

NATIVES(jint, memoryCreate)(
	JNIEnv *env, jclass cls, jlong size);

NATIVES(jint, memoryAllocate)(
	JNIEnv *env, jclass cls, jint descriptor, jlong offset, jlong length);

NATIVES(jint, memoryPunch)(
	JNIEnv *env, jclass cls, jint descriptor, jlong offset, jlong length);

NATIVES(jint, memoryLetGo)(
	JNIEnv *env, jclass cls, jobject mapping);

NATIVES(jint, memoryCheck)(
	JNIEnv *env, jclass cls, jint descriptor, jlong size);

NATIVES(jint, close)(
	JNIEnv *env, jclass cls, jint descriptor);

NATIVES(jint, unixSend)(
	JNIEnv *env, jclass cls, jint socket, jobject buffer, jint offset, jint length,
	jint descriptor);

NATIVES(jint, unixReceive)(
	JNIEnv *env, jclass cls, jint socket, jobject buffer, jint offset, jint length,
	jintArray descriptor);

NATIVES(jint, unixPeer)(
	JNIEnv *env, jclass cls, jint socket, jlongArray uid_and_pid);

NATIVES(jint, tcpState)(
	JNIEnv *env, jclass cls, jint socket);

NATIVES(jboolean, tcpIsConnected)(
	JNIEnv *env, jclass cls, jint state);

NATIVES(jboolean, tcpIsOver)(
	JNIEnv *env, jclass cls, jint socket);

NATIVES(jint, tcpIsRedirected)(
	JNIEnv *env, jclass cls, jint socket);

NATIVES(jint, socketTakeError)(
	JNIEnv *env, jclass cls, jint socket);

NATIVES(jlong, socketCookie)(
	JNIEnv *env, jclass cls, jint socket);

NATIVES(jint, tcpFind)(
	JNIEnv *env, jclass cls, jbyteArray local, jint local_port, jbyteArray remote,
	jint remote_port, jint interface, jlongArray cookie_uid_and_state);

NATIVES(jint, tcpCounts)(
	JNIEnv *env, jclass cls, jint socket, jlongArray sent_received_and_acknowledged);

NATIVES(jlong, tcpDropped)(
	JNIEnv *env, jclass cls, jint socket);

NATIVES(jint, tcpMark)(
	JNIEnv *env, jclass cls, jint socket, jlong cookie, jboolean on);

NATIVES(jint, tcpFilter)(
	JNIEnv *env, jclass cls, jint socket, jlong cookie, jboolean on);

NATIVES(jint, doorbellRing)(
	JNIEnv *env, jclass cls, jint descriptor);

NATIVES(jint, doorbellHangUp)(
	JNIEnv *env, jclass cls, jint descriptor, jint timeout_millis);

NATIVES(jint, eventfdCreate)(JNIEnv *env, jclass cls);

NATIVES(jint, eventfdSignal)(
	JNIEnv *env, jclass cls, jint descriptor);

NATIVES(jint, eventfdCheck)(
	JNIEnv *env, jclass cls, jint descriptor);

NATIVES(jint, keepAliveGet)(
	JNIEnv *env, jclass cls, jint socket, jintArray on_idle_interval_and_count);

NATIVES(jint, keepAliveSet)(
	JNIEnv *env, jclass cls, jint socket, jboolean on, jint idle, jint interval, jint count);

#endif

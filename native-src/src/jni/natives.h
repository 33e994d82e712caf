/* The native methods of jfs.natives.Natives, which documents them. */
#ifndef JFS_JNI_NATIVES_H
#define JFS_JNI_NATIVES_H

#include <jni.h>

/*
 * The version of the contract between this file and Natives.java, which holds the same number: to
 * be raised whenever a native method is added, removed or changes its meaning.
 */
#define JFS_JNI_CONTRACT 8

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_contract(JNIEnv *env, jclass cls);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_resourceLimit(
	JNIEnv *env, jclass cls, jint resource, jlongArray soft_and_hard);

JNIEXPORT jlong JNICALL Java_jfs_natives_Natives_address(
	JNIEnv *env, jclass cls, jobject buffer);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_futexWait(
	JNIEnv *env, jclass cls, jlong address, jint expected, jlong timeout_nanos);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_futexWake(
	JNIEnv *env, jclass cls, jlong address, jint how_many);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_memoryCreate(
	JNIEnv *env, jclass cls, jlong size);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_memoryAllocate(
	JNIEnv *env, jclass cls, jint descriptor, jlong offset, jlong length);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_memoryPunch(
	JNIEnv *env, jclass cls, jint descriptor, jlong offset, jlong length);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_memoryLetGo(
	JNIEnv *env, jclass cls, jobject mapping);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_memoryCheck(
	JNIEnv *env, jclass cls, jint descriptor, jlong size);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_close(
	JNIEnv *env, jclass cls, jint descriptor);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_unixSend(
	JNIEnv *env, jclass cls, jint socket, jobject buffer, jint offset, jint length,
	jint descriptor);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_unixReceive(
	JNIEnv *env, jclass cls, jint socket, jobject buffer, jint offset, jint length,
	jintArray descriptor);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_unixPeer(
	JNIEnv *env, jclass cls, jint socket, jlongArray uid_and_pid);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_tcpState(
	JNIEnv *env, jclass cls, jint socket);

JNIEXPORT jboolean JNICALL Java_jfs_natives_Natives_tcpIsConnected(
	JNIEnv *env, jclass cls, jint state);

JNIEXPORT jboolean JNICALL Java_jfs_natives_Natives_tcpIsOver(
	JNIEnv *env, jclass cls, jint socket);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_socketTakeError(
	JNIEnv *env, jclass cls, jint socket);

JNIEXPORT jlong JNICALL Java_jfs_natives_Natives_socketCookie(
	JNIEnv *env, jclass cls, jint socket);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_tcpFind(
	JNIEnv *env, jclass cls, jbyteArray local, jint local_port, jbyteArray remote,
	jint remote_port, jint interface, jlongArray cookie_uid_and_state);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_doorbellRing(
	JNIEnv *env, jclass cls, jint descriptor);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_doorbellHangUp(
	JNIEnv *env, jclass cls, jint descriptor, jint timeout_millis);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_keepAliveGet(
	JNIEnv *env, jclass cls, jint socket, jintArray on_idle_interval_and_count);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_keepAliveSet(
	JNIEnv *env, jclass cls, jint socket, jboolean on, jint idle, jint interval, jint count);

#endif

/* The native methods of jfs.natives.Natives; each says there what it means. */
#ifndef JFS_JNI_NATIVES_H
#define JFS_JNI_NATIVES_H

#include <jni.h>

/*
 * The version of the contract between this file and Natives.java, which holds the same number:
 * counted up whenever a native method is added, removed or changes its meaning.
 */
#define JFS_JNI_CONTRACT 1

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_contract(JNIEnv *env, jclass cls);

JNIEXPORT jint JNICALL Java_jfs_natives_Natives_resourceLimit(
	JNIEnv *env, jclass cls, jint resource, jlongArray soft_and_hard);

#endif

/* Arguments and results of the native methods for RDMA, as Java and as C have them. */
#ifndef JFS_JNI_CONVERT_H
#define JFS_JNI_CONVERT_H

#include <jni.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "jfs/verbs.h"

static inline jlong to_handle(const void *pointer)
{
	return (jlong)(intptr_t)pointer;
}

static inline void *from_handle(jlong handle)
{
	return (void *)(intptr_t)handle;
}

/* Returns whether the bytes are an address of 4 or 16 bytes, and the port is one. */
bool jfs_jni_to_sockaddr(JNIEnv *env, jbyteArray address, jint scope, jint port,
			 struct sockaddr_storage *out);

/* Returns how many bytes the address has; 0 if it is of neither IPv4 nor IPv6. */
int32_t jfs_jni_from_sockaddr(const struct sockaddr_storage *address, uint8_t out[16]);

/* Returns whether the array is one of settings; the library checks their values. */
bool jfs_jni_to_settings(JNIEnv *env, jintArray array, struct jfs_verbs_settings *out);

/* Copies an array of up to capacity bytes; returns how many, or -1. */
jsize jfs_jni_to_data(JNIEnv *env, jbyteArray array, uint8_t *out, jsize capacity);

/* Whether there is an array, with so many elements at least. */
bool jfs_jni_has_room(JNIEnv *env, jbyteArray array, jsize least);

/* The address of a direct buffer of at least so many bytes, or NULL. */
void *jfs_jni_to_memory(JNIEnv *env, jobject buffer, jlong least);

#endif

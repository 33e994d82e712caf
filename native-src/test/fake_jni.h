/*
 * A JNIEnv in this process's memory, so that tests of the glue need no JVM. It has arrays, direct
 * buffers and strings, and counts the calls that JNI does not allow: those with an exception
 * pending.
 */
#ifndef JFS_TEST_FAKE_JNI_H
#define JFS_TEST_FAKE_JNI_H

#include <jni.h>
#include <stdbool.h>
#include <stddef.h>

struct fake_jni {
	bool pending;		/* an exception is */
	int misuses;
};

extern struct fake_jni fake_jni;

JNIEnv *fake_env(void);

/* An array over these elements, or a direct buffer over these bytes, which stay the caller's. */
struct fake_object {
	void *elements;
	jint length;
	bool direct;
};

jobject fake_reference(struct fake_object *object);

#endif

#include "fake_jni.h"

#include <stdio.h>
#include <string.h>

struct fake_jni fake_jni;

static void use(const char *function)
{
	if (!fake_jni.pending)
		return;
	fprintf(stderr, "misused: %s with an exception pending\n", function);
	fake_jni.misuses++;
}

static struct fake_object *object_of(jobject reference)
{
	return (struct fake_object *)(void *)reference;
}

jobject fake_reference(struct fake_object *object)
{
	return (jobject)(void *)object;
}

static jsize get_array_length(JNIEnv *env, jarray array)
{
	(void)env;
	use("GetArrayLength");
	return object_of(array)->length;
}

/* The place of a range of an array's elements; NULL, and an exception, if there is none. */
static void *range(const char *function, jarray array, jsize from, jsize count, size_t size)
{
	struct fake_object *object = object_of(array);

	use(function);
	if (from < 0 || count < 0 || from > object->length - count) {
		fake_jni.pending = true;
		return NULL;
	}
	return (char *)object->elements + (size_t)from * size;
}

#define REGIONS(Type, type, array_type) \
	static void get_##type(JNIEnv *env, array_type array, jsize from, jsize count, type *out) \
	{ \
		void *place = range("Get" #Type "ArrayRegion", array, from, count, sizeof(*out)); \
\
		(void)env; \
		if (place != NULL) \
			memcpy(out, place, (size_t)count * sizeof(*out)); \
	} \
\
	static void set_##type(JNIEnv *env, array_type array, jsize from, jsize count, \
			       const type *in) \
	{ \
		void *place = range("Set" #Type "ArrayRegion", array, from, count, sizeof(*in)); \
\
		(void)env; \
		if (place != NULL) \
			memcpy(place, in, (size_t)count * sizeof(*in)); \
	}

REGIONS(Byte, jbyte, jbyteArray)
REGIONS(Int, jint, jintArray)
REGIONS(Long, jlong, jlongArray)

static void *get_direct_buffer_address(JNIEnv *env, jobject buffer)
{
	(void)env;
	use("GetDirectBufferAddress");
	return object_of(buffer)->direct ? object_of(buffer)->elements : NULL;
}

static jlong get_direct_buffer_capacity(JNIEnv *env, jobject buffer)
{
	(void)env;
	use("GetDirectBufferCapacity");
	return object_of(buffer)->direct ? object_of(buffer)->length : -1;
}

JNIEnv *fake_env(void)
{
	static const struct JNINativeInterface_ functions = {
		.GetArrayLength = get_array_length,
		.GetByteArrayRegion = get_jbyte,
		.GetIntArrayRegion = get_jint,
		.GetLongArrayRegion = get_jlong,
		.SetByteArrayRegion = set_jbyte,
		.SetIntArrayRegion = set_jint,
		.SetLongArrayRegion = set_jlong,
		.GetDirectBufferAddress = get_direct_buffer_address,
		.GetDirectBufferCapacity = get_direct_buffer_capacity,
	};
	static JNIEnv env = &functions;

	return &env;
}

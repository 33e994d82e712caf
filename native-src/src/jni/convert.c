#include "convert.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#define SETTINGS 6

bool jfs_jni_to_sockaddr(JNIEnv *env, jbyteArray address, jint scope, jint port,
			 struct sockaddr_storage *out)
{
	jsize length = address == NULL ? 0 : (*env)->GetArrayLength(env, address);

	if (port < 0 || port > UINT16_MAX)
		return false;
	memset(out, 0, sizeof(*out));
	if (length == 4) {
		struct sockaddr_in *in = (struct sockaddr_in *)out;

		in->sin_family = AF_INET;
		in->sin_port = htons((uint16_t)port);
		(*env)->GetByteArrayRegion(env, address, 0, 4, (jbyte *)&in->sin_addr);
		return true;
	}
	if (length == 16) {
		struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)out;

		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons((uint16_t)port);
		in6->sin6_scope_id = (uint32_t)scope;
		(*env)->GetByteArrayRegion(env, address, 0, 16, (jbyte *)&in6->sin6_addr);
		return true;
	}
	return false;
}

int32_t jfs_jni_from_sockaddr(const struct sockaddr_storage *address, uint8_t out[16])
{
	if (address->ss_family == AF_INET) {
		memcpy(out, &((const struct sockaddr_in *)address)->sin_addr, 4);
		return 4;
	}
	if (address->ss_family == AF_INET6) {
		memcpy(out, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
		return 16;
	}
	return 0;
}

bool jfs_jni_to_settings(JNIEnv *env, jintArray array, struct jfs_verbs_settings *out)
{
	jint values[SETTINGS];

	if (array == NULL || (*env)->GetArrayLength(env, array) != SETTINGS)
		return false;
	(*env)->GetIntArrayRegion(env, array, 0, SETTINGS, values);
	/* The library checks them all; but it would not see what these two were before. */
	if (values[3] < 0 || values[3] > UINT8_MAX || values[4] < 0 || values[4] > UINT8_MAX)
		return false;
	out->receive_slots = (uint32_t)values[0];
	out->send_slots = (uint32_t)values[1];
	out->inline_bytes = (uint32_t)values[2];
	out->ack_timeout = (uint8_t)values[3];
	out->retries = (uint8_t)values[4];
	out->resolve_millis = values[5];
	return true;
}

jsize jfs_jni_to_data(JNIEnv *env, jbyteArray array, uint8_t *out, jsize capacity)
{
	jsize length = array == NULL ? 0 : (*env)->GetArrayLength(env, array);

	if (length > capacity)
		return -1;
	if (length > 0)
		(*env)->GetByteArrayRegion(env, array, 0, length, (jbyte *)out);
	return length;
}

bool jfs_jni_has_room(JNIEnv *env, jbyteArray array, jsize least)
{
	return array != NULL && (*env)->GetArrayLength(env, array) >= least;
}

void *jfs_jni_to_memory(JNIEnv *env, jobject buffer, jlong least)
{
	if (buffer == NULL || (*env)->GetDirectBufferCapacity(env, buffer) < least)
		return NULL;
	return (*env)->GetDirectBufferAddress(env, buffer);
}

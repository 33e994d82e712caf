/* JNI glue for RDMA verbs: converts arguments and results, and decides nothing. */
#include "verbs.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "convert.h"
#include "jfs/verbs.h"

#define MOST_DEVICES 64

/*
 * What a poll has found, in one number: bytes from bit 0 on, and the others from these on; see
 * VerbsLibrary.poll.
 */
#define RECEIVED_SHIFT 31
#define SENT_SHIFT 43
#define MESSAGES_SHIFT 55

_Static_assert(JFS_VERBS_MOST_SLOTS < 1 << (SENT_SHIFT - RECEIVED_SHIFT), "receive slots fit");
_Static_assert(JFS_VERBS_MOST_SLOTS < 1 << (MESSAGES_SHIFT - SENT_SHIFT), "send slots fit");

/* An event as Java reads it; see VerbsLibrary.nextEvent. */
struct event_for_java {
	int32_t kind;
	int32_t error;
	int32_t status;
	int32_t data_length;
	int64_t token;
	int64_t request;
	int32_t peer_qp;
	int32_t address_length;
	uint8_t local[16];
	uint8_t remote[16];
	uint8_t data[JFS_VERBS_ACCEPT_DATA];
};

_Static_assert(sizeof(struct event_for_java) == 272, "as NativeVerbs.java has it");
_Static_assert(offsetof(struct event_for_java, data) == 72, "as NativeVerbs.java has it");

VERBS_LIBRARY(jlong, open)(JNIEnv *env, jclass cls)
{
	struct jfs_verbs *verbs;
	int error = jfs_verbs_open(&verbs);

	(void)env;
	(void)cls;
	return error ? -error : to_handle(verbs);
}

VERBS_LIBRARY(jint, serves)(
	JNIEnv *env, jclass cls, jlong verbs, jbyteArray local, jint scope)
{
	struct sockaddr_storage address;

	(void)cls;
	if (!jfs_jni_to_sockaddr(env, local, scope, 0, &address))
		return -EINVAL;
	return -jfs_verbs_serves(from_handle(verbs), (const struct sockaddr *)&address);
}

VERBS_LIBRARY(jstring, devices)(
	JNIEnv *env, jclass cls, jlong verbs)
{
	struct jfs_verbs_device devices[MOST_DEVICES];
	char text[MOST_DEVICES * 128];
	size_t count, length = 0;

	(void)cls;
	if (jfs_verbs_devices(from_handle(verbs), devices, MOST_DEVICES, &count))
		count = 0;
	text[0] = '\0';
	for (size_t i = 0; i < count; i++)
		length += (size_t)snprintf(text + length, sizeof(text) - length, "%s %s %s %s\n",
			devices[i].name, devices[i].link_layer[0] ? devices[i].link_layer : "-",
			devices[i].active ? "active" : "down",
			devices[i].immediates ? "immediates" : "sends");
	return (*env)->NewStringUTF(env, text);
}

VERBS_LIBRARY(jint, nextEvent)(
	JNIEnv *env, jclass cls, jlong verbs, jint timeout_millis, jbyteArray array)
{
	struct event_for_java out;
	struct jfs_verbs_event event;
	int error;

	(void)cls;
	if (!jfs_jni_has_room(env, array, sizeof(out)))
		return -EINVAL;
	error = jfs_verbs_next_event(from_handle(verbs), timeout_millis, &event);
	if (error)
		return -error;
	memset(&out, 0, sizeof(out));
	out.kind = event.kind;
	out.error = event.error;
	out.status = event.status;
	out.token = (int64_t)event.token;
	out.data_length = event.data_length;
	out.peer_qp = (int32_t)event.peer_qp;
	memcpy(out.data, event.data, sizeof(out.data));
	if (event.kind == JFS_VERBS_REQUEST) {
		out.request = to_handle(event.request);
		out.address_length = jfs_jni_from_sockaddr(&event.local, out.local);
		jfs_jni_from_sockaddr(&event.remote, out.remote);
	}
	(*env)->SetByteArrayRegion(env, array, 0, sizeof(out), (const jbyte *)&out);
	return 0;
}

VERBS_LIBRARY(void, wake)(JNIEnv *env, jclass cls, jlong verbs)
{
	(void)env;
	(void)cls;
	jfs_verbs_wake(from_handle(verbs));
}

VERBS_LIBRARY(jlong, listen)(
	JNIEnv *env, jclass cls, jlong verbs, jbyteArray local, jint scope, jint port,
	jint backlog, jlong token)
{
	struct jfs_verbs_listener *listener;
	struct sockaddr_storage address;
	int error;

	(void)cls;
	if (!jfs_jni_to_sockaddr(env, local, scope, port, &address))
		return -EINVAL;
	error = jfs_verbs_listen(from_handle(verbs), (const struct sockaddr *)&address, backlog,
				 (uint64_t)token, &listener);
	return error ? -error : to_handle(listener);
}

VERBS_LIBRARY(void, unlisten)(
	JNIEnv *env, jclass cls, jlong listener)
{
	(void)env;
	(void)cls;
	jfs_verbs_unlisten(from_handle(listener));
}

VERBS_LIBRARY(jlong, connect)(
	JNIEnv *env, jclass cls, jlong verbs, jbyteArray local, jint local_scope,
	jbyteArray remote, jint remote_scope, jint remote_port, jintArray settings_array,
	jbyteArray data_array, jlong token)
{
	struct sockaddr_storage local_address, remote_address;
	struct jfs_verbs_connection *connection;
	struct jfs_verbs_settings settings;
	uint8_t data[JFS_VERBS_REQUEST_DATA];
	jsize length;
	int error;

	(void)cls;
	length = jfs_jni_to_data(env, data_array, data, JFS_VERBS_REQUEST_DATA);
	if (length < 0 || !jfs_jni_to_settings(env, settings_array, &settings) ||
	    !jfs_jni_to_sockaddr(env, local, local_scope, 0, &local_address) ||
	    !jfs_jni_to_sockaddr(env, remote, remote_scope, remote_port, &remote_address))
		return -EINVAL;
	error = jfs_verbs_connect(from_handle(verbs), (const struct sockaddr *)&local_address,
				  (const struct sockaddr *)&remote_address, &settings, data,
				  (size_t)length, (uint64_t)token, &connection);
	return error ? -error : to_handle(connection);
}

VERBS_LIBRARY(jlong, accept)(
	JNIEnv *env, jclass cls, jlong request, jintArray settings_array, jbyteArray data_array,
	jlong token)
{
	struct jfs_verbs_connection *connection;
	struct jfs_verbs_settings settings;
	uint8_t data[JFS_VERBS_ACCEPT_DATA];
	jsize length;
	int error;

	(void)cls;
	length = jfs_jni_to_data(env, data_array, data, JFS_VERBS_ACCEPT_DATA);
	if (length < 0 || !jfs_jni_to_settings(env, settings_array, &settings))
		return -EINVAL;
	error = jfs_verbs_accept(from_handle(request), &settings, data, (size_t)length,
				 (uint64_t)token, &connection);
	return error ? -error : to_handle(connection);
}

VERBS_LIBRARY(void, refuse)(
	JNIEnv *env, jclass cls, jlong request, jbyteArray data_array)
{
	uint8_t data[JFS_VERBS_REFUSE_DATA];
	jsize length = jfs_jni_to_data(env, data_array, data, JFS_VERBS_REFUSE_DATA);

	(void)cls;
	jfs_verbs_refuse(from_handle(request), data, length < 0 ? 0 : (size_t)length);
}

VERBS_LIBRARY(jlong, register)(
	JNIEnv *env, jclass cls, jlong connection, jobject memory, jboolean peer_writes,
	jlongArray address_and_key)
{
	struct jfs_verbs_region *region;
	void *bytes = jfs_jni_to_memory(env, memory, 1);
	jlong values[2];
	int error;

	(void)cls;
	if (bytes == NULL || address_and_key == NULL ||
	    (*env)->GetArrayLength(env, address_and_key) < 2)
		return -EINVAL;
	region = malloc(sizeof(*region));
	if (region == NULL)
		return -ENOMEM;
	error = jfs_verbs_register(from_handle(connection), bytes,
				   (size_t)(*env)->GetDirectBufferCapacity(env, memory),
				   peer_writes == JNI_TRUE, region);
	if (error) {
		free(region);
		return -error;
	}
	values[0] = to_handle(region->bytes);
	values[1] = region->remote_key;
	(*env)->SetLongArrayRegion(env, address_and_key, 0, 2, values);
	return to_handle(region);
}

VERBS_LIBRARY(void, forget)(
	JNIEnv *env, jclass cls, jlong region)
{
	(void)env;
	(void)cls;
	free(from_handle(region));
}

VERBS_LIBRARY(jint, write)(
	JNIEnv *env, jclass cls, jlong connection, jlong region, jint offset, jint length,
	jlong remote_address, jint remote_key)
{
	(void)env;
	(void)cls;
	return -jfs_verbs_write(from_handle(connection), from_handle(region), (size_t)offset,
				(uint32_t)length, (uint64_t)remote_address, (uint32_t)remote_key);
}

VERBS_LIBRARY(jint, send)(
	JNIEnv *env, jclass cls, jlong connection, jbyteArray message)
{
	uint8_t bytes[JFS_VERBS_MESSAGE];

	(void)cls;
	if (jfs_jni_to_data(env, message, bytes, sizeof(bytes)) != sizeof(bytes))
		return -EINVAL;
	return -jfs_verbs_send(from_handle(connection), bytes);
}

VERBS_LIBRARY(jint, probe)(
	JNIEnv *env, jclass cls, jlong connection)
{
	(void)env;
	(void)cls;
	return -jfs_verbs_probe(from_handle(connection));
}

VERBS_LIBRARY(jlong, poll)(
	JNIEnv *env, jclass cls, jlong connection, jbyteArray messages)
{
	struct jfs_verbs_progress progress;
	int error, status = 0;

	(void)cls;
	error = jfs_verbs_poll(from_handle(connection), &progress, &status);
	if (error)
		return -((jlong)error | (jlong)(status & 0xffff) << 16);
	if (progress.messages > 0) {
		if (!jfs_jni_has_room(env, messages, sizeof(progress.message)))
			return -EINVAL;
		(*env)->SetByteArrayRegion(
			env, messages, 0,
			(jsize)(progress.messages * sizeof(progress.message[0])),
			(const jbyte *)progress.message);
	}
	return (jlong)progress.bytes | (jlong)progress.received << RECEIVED_SHIFT |
	       (jlong)progress.sent << SENT_SHIFT | (jlong)progress.messages << MESSAGES_SHIFT;
}

VERBS_LIBRARY(jboolean, drained)(
	JNIEnv *env, jclass cls, jlong connection)
{
	(void)env;
	(void)cls;
	return jfs_verbs_drained(from_handle(connection)) ? JNI_TRUE : JNI_FALSE;
}

VERBS_LIBRARY(jboolean, software)(
	JNIEnv *env, jclass cls, jlong connection)
{
	(void)env;
	(void)cls;
	return jfs_verbs_software(from_handle(connection)) ? JNI_TRUE : JNI_FALSE;
}

VERBS_LIBRARY(jlong, device)(
	JNIEnv *env, jclass cls, jlong connection)
{
	(void)env;
	(void)cls;
	return (jlong)jfs_verbs_device_guid(from_handle(connection));
}

VERBS_LIBRARY(jint, queuePair)(
	JNIEnv *env, jclass cls, jlong connection)
{
	(void)env;
	(void)cls;
	return (jint)jfs_verbs_qp(from_handle(connection));
}

VERBS_LIBRARY(jint, arm)(
	JNIEnv *env, jclass cls, jlong connection)
{
	(void)env;
	(void)cls;
	return -jfs_verbs_arm(from_handle(connection));
}

VERBS_LIBRARY(void, disconnect)(
	JNIEnv *env, jclass cls, jlong connection)
{
	(void)env;
	(void)cls;
	jfs_verbs_disconnect(from_handle(connection));
}

VERBS_LIBRARY(void, destroy)(
	JNIEnv *env, jclass cls, jlong connection)
{
	(void)env;
	(void)cls;
	jfs_verbs_destroy(from_handle(connection));
}

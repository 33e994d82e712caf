/* JNI glue: converts arguments and results, and decides nothing. */
#include "natives.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "jfs/diagnosis.h"
#include "jfs/doorbell.h"
#include "jfs/futex.h"
#include "jfs/keepalive.h"
#include "jfs/limits.h"
#include "jfs/memory.h"
#include "jfs/redirect.h"
#include "jfs/tcp_end.h"
#include "jfs/unix_socket.h"

NATIVES(jint, contract)(JNIEnv *env, jclass cls)
{
	(void)env;
	(void)cls;
	return JFS_JNI_CONTRACT;
}

NATIVES(jint, resourceLimit)(
	JNIEnv *env, jclass cls, jint resource, jlongArray soft_and_hard)
{
	struct jfs_limit limit;
	jlong values[2];
	int error;

	(void)cls;
	if (soft_and_hard == NULL)
		return EINVAL;
	error = jfs_resource_limit(resource, &limit);
	if (error)
		return error;
	values[0] = limit.soft;
	values[1] = limit.hard;
	/* Too short an array leaves ArrayIndexOutOfBoundsException pending. */
	(*env)->SetLongArrayRegion(env, soft_and_hard, 0, 2, values);
	return 0;
}

NATIVES(jlong, address)(
	JNIEnv *env, jclass cls, jobject buffer)
{
	(void)cls;
	if (buffer == NULL)
		return 0;
	return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}

NATIVES(jint, futexWait)(
	JNIEnv *env, jclass cls, jlong address, jint expected, jlong timeout_nanos)
{
	int error = jfs_futex_wait((const int32_t *)(intptr_t)address, expected, timeout_nanos);

	(void)env;
	(void)cls;
	return error == ETIMEDOUT ? 1 : -error;
}

NATIVES(jint, futexWake)(
	JNIEnv *env, jclass cls, jlong address, jint how_many)
{
	int woken;
	int error = jfs_futex_wake((const int32_t *)(intptr_t)address, how_many, &woken);

	(void)env;
	(void)cls;
	return error ? -error : woken;
}

NATIVES(jint, memoryCreate)(
	JNIEnv *env, jclass cls, jlong size)
{
	int descriptor;
	int error = jfs_memory_create(size, &descriptor);

	(void)env;
	(void)cls;
	return error ? -error : descriptor;
}

NATIVES(jint, memoryAllocate)(
	JNIEnv *env, jclass cls, jint descriptor, jlong offset, jlong length)
{
	(void)env;
	(void)cls;
	return -jfs_memory_allocate(descriptor, offset, length);
}

NATIVES(jint, memoryPunch)(
	JNIEnv *env, jclass cls, jint descriptor, jlong offset, jlong length)
{
	(void)env;
	(void)cls;
	return -jfs_memory_punch(descriptor, offset, length);
}

NATIVES(jint, memoryLetGo)(
	JNIEnv *env, jclass cls, jobject mapping)
{
	(void)cls;
	if (mapping == NULL)
		return -EINVAL;
	return -jfs_memory_let_go((*env)->GetDirectBufferAddress(env, mapping),
				  (*env)->GetDirectBufferCapacity(env, mapping));
}

NATIVES(jint, memoryCheck)(
	JNIEnv *env, jclass cls, jint descriptor, jlong size)
{
	(void)env;
	(void)cls;
	return -jfs_memory_check(descriptor, size);
}

NATIVES(jint, close)(
	JNIEnv *env, jclass cls, jint descriptor)
{
	(void)env;
	(void)cls;
	/* Linux has closed it even if a signal came meanwhile. */
	return close(descriptor) == 0 || errno == EINTR ? 0 : -errno;
}

/* A range of a direct buffer's bytes; NULL if it has no such range. */
static char *bytes_at(JNIEnv *env, jobject buffer, jint offset, jint length)
{
	char *bytes = buffer == NULL ? NULL : (*env)->GetDirectBufferAddress(env, buffer);

	if (bytes == NULL || offset < 0 || length < 0 ||
	    (jlong)offset + length > (*env)->GetDirectBufferCapacity(env, buffer))
		return NULL;
	return bytes + offset;
}

NATIVES(jint, unixSend)(
	JNIEnv *env, jclass cls, jint socket, jobject buffer, jint offset, jint length,
	jint descriptor)
{
	size_t sent;
	int error;

	(void)cls;
	error = jfs_unix_send(socket, bytes_at(env, buffer, offset, length), (size_t)length,
			      descriptor, &sent);
	return error ? -error : (jint)sent;
}

NATIVES(jint, unixReceive)(
	JNIEnv *env, jclass cls, jint socket, jobject buffer, jint offset, jint length,
	jintArray descriptor)
{
	jint values[1];
	size_t received;
	int error;

	(void)cls;
	/* Before receiving: a descriptor that came could not be returned. */
	if (descriptor == NULL || (*env)->GetArrayLength(env, descriptor) < 1)
		return -EINVAL;
	error = jfs_unix_receive(socket, bytes_at(env, buffer, offset, length), (size_t)length,
				 &received, &values[0]);
	if (error)
		return -error;
	(*env)->SetIntArrayRegion(env, descriptor, 0, 1, values);
	return (jint)received;
}

NATIVES(jint, unixPeer)(
	JNIEnv *env, jclass cls, jint socket, jlongArray uid_and_pid)
{
	struct jfs_peer peer;
	jlong values[2];
	int error;

	(void)cls;
	if (uid_and_pid == NULL)
		return -EINVAL;
	error = jfs_unix_peer(socket, &peer);
	if (error)
		return -error;
	values[0] = peer.uid;
	values[1] = peer.pid;
	/* Too short an array leaves ArrayIndexOutOfBoundsException pending. */
	(*env)->SetLongArrayRegion(env, uid_and_pid, 0, 2, values);
	return 0;
}

NATIVES(jint, tcpState)(
	JNIEnv *env, jclass cls, jint socket)
{
	int state;
	int error = jfs_tcp_state(socket, &state);

	(void)env;
	(void)cls;
	return error ? -error : state;
}

NATIVES(jboolean, tcpIsConnected)(
	JNIEnv *env, jclass cls, jint state)
{
	(void)env;
	(void)cls;
	return jfs_tcp_is_connected(state) ? JNI_TRUE : JNI_FALSE;
}

NATIVES(jboolean, tcpIsOver)(
	JNIEnv *env, jclass cls, jint socket)
{
	(void)env;
	(void)cls;
	return jfs_tcp_is_over(socket) ? JNI_TRUE : JNI_FALSE;
}

NATIVES(jint, tcpIsRedirected)(
	JNIEnv *env, jclass cls, jint socket)
{
	int redirected;
	int error = jfs_tcp_is_redirected(socket, &redirected);

	(void)env;
	(void)cls;
	return error ? -error : redirected;
}

NATIVES(jint, socketTakeError)(
	JNIEnv *env, jclass cls, jint socket)
{
	int taken;
	int error = jfs_socket_take_error(socket, &taken);

	(void)env;
	(void)cls;
	return error ? -error : taken;
}

NATIVES(jlong, socketCookie)(
	JNIEnv *env, jclass cls, jint socket)
{
	int64_t cookie;
	int error = jfs_socket_cookie(socket, &cookie);

	(void)env;
	(void)cls;
	return error ? -error : cookie;
}

/* Returns the address's length, or 0 if it is none; never writes more than 16 bytes. */
static jint copy_address(JNIEnv *env, jbyteArray from, uint8_t to[16])
{
	jint length = from == NULL ? 0 : (*env)->GetArrayLength(env, from);

	if (length > 16)
		return 0;
	if (length > 0)
		(*env)->GetByteArrayRegion(env, from, 0, length, (jbyte *)to);
	return length;
}

NATIVES(jint, tcpFind)(
	JNIEnv *env, jclass cls, jbyteArray local, jint local_port, jbyteArray remote,
	jint remote_port, jint interface, jlongArray cookie_uid_and_state)
{
	struct jfs_tcp_socket found;
	struct jfs_tcp_tuple tuple;
	jlong values[3];
	int error;

	(void)cls;
	if (cookie_uid_and_state == NULL || local_port < 0 || local_port > UINT16_MAX ||
	    remote_port < 0 || remote_port > UINT16_MAX)
		return -EINVAL;
	memset(&tuple, 0, sizeof(tuple));
	tuple.address_length = copy_address(env, local, tuple.local);
	if (copy_address(env, remote, tuple.remote) != tuple.address_length)
		return -EINVAL;
	tuple.local_port = (uint16_t)local_port;
	tuple.remote_port = (uint16_t)remote_port;
	tuple.interface = (uint32_t)interface;
	error = jfs_tcp_find(&tuple, &found);
	if (error)
		return -error;
	values[0] = found.cookie;
	values[1] = found.uid;
	values[2] = found.state;
	/* Too short an array leaves ArrayIndexOutOfBoundsException pending. */
	(*env)->SetLongArrayRegion(env, cookie_uid_and_state, 0, 3, values);
	return 0;
}

NATIVES(jint, tcpCounts)(
	JNIEnv *env, jclass cls, jint socket, jlongArray sent_received_and_acknowledged)
{
	struct jfs_tcp_counts counts;
	jlong values[3];
	int error;

	(void)cls;
	if (sent_received_and_acknowledged == NULL)
		return -EINVAL;
	error = jfs_tcp_counts(socket, &counts);
	if (error)
		return -error;
	values[0] = counts.sent;
	values[1] = counts.received;
	values[2] = counts.acknowledged;
	/* Too short an array leaves ArrayIndexOutOfBoundsException pending. */
	(*env)->SetLongArrayRegion(env, sent_received_and_acknowledged, 0, 3, values);
	return 0;
}

NATIVES(jlong, tcpDropped)(
	JNIEnv *env, jclass cls, jint socket)
{
	int64_t dropped;
	int error = jfs_tcp_dropped(socket, &dropped);

	(void)env;
	(void)cls;
	return error ? -error : dropped;
}

NATIVES(jint, tcpMark)(
	JNIEnv *env, jclass cls, jint socket, jlong cookie, jboolean on)
{
	(void)env;
	(void)cls;
	return -jfs_tcp_mark(socket, cookie, on);
}

NATIVES(jint, tcpFilter)(
	JNIEnv *env, jclass cls, jint socket, jlong cookie, jboolean on)
{
	(void)env;
	(void)cls;
	return -jfs_tcp_filter(socket, cookie, on);
}

NATIVES(jint, doorbellRing)(
	JNIEnv *env, jclass cls, jint descriptor)
{
	(void)env;
	(void)cls;
	return -jfs_doorbell_ring(descriptor);
}

NATIVES(jint, doorbellHangUp)(
	JNIEnv *env, jclass cls, jint descriptor, jint timeout_millis)
{
	(void)env;
	(void)cls;
	return -jfs_doorbell_hang_up(descriptor, (unsigned int)timeout_millis);
}

NATIVES(jint, keepAliveGet)(
	JNIEnv *env, jclass cls, jint socket, jintArray on_idle_interval_and_count)
{
	struct jfs_keepalive found;
	jint values[4];
	int error;

	(void)cls;
	if (on_idle_interval_and_count == NULL)
		return -EINVAL;
	error = jfs_keepalive_get(socket, &found);
	if (error)
		return -error;
	values[0] = found.on;
	values[1] = found.idle;
	values[2] = found.interval;
	values[3] = found.count;
	/* Too short an array leaves ArrayIndexOutOfBoundsException pending. */
	(*env)->SetIntArrayRegion(env, on_idle_interval_and_count, 0, 4, values);
	return 0;
}

NATIVES(jint, keepAliveSet)(
	JNIEnv *env, jclass cls, jint socket, jboolean on, jint idle, jint interval, jint count)
{
	const struct jfs_keepalive wanted = {
		.on = on, .idle = idle, .interval = interval, .count = count};

	(void)env;
	(void)cls;
	return -jfs_keepalive_set(socket, &wanted);
}

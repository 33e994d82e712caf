/*
 * Built where the headers of rdma-core are missing: there is no RDMA then, and nothing else
 * changes.
 */
#include <errno.h>

#include "jfs/verbs.h"

int jfs_verbs_open(struct jfs_verbs **out_verbs)
{
	(void)out_verbs;
	return ENOSYS;
}

/* The others are never called, since there is no object to call them with. */

void jfs_verbs_close(struct jfs_verbs *verbs)
{
	(void)verbs;
}

int jfs_verbs_devices(struct jfs_verbs *verbs, struct jfs_verbs_device *devices, size_t capacity,
		      size_t *out_count)
{
	(void)verbs, (void)devices, (void)capacity, (void)out_count;
	return ENOSYS;
}

int jfs_verbs_serves(struct jfs_verbs *verbs, const struct sockaddr *local)
{
	(void)verbs, (void)local;
	return ENODEV;
}

int jfs_verbs_next_event(struct jfs_verbs *verbs, int timeout_millis,
			 struct jfs_verbs_event *out_event)
{
	(void)verbs, (void)timeout_millis, (void)out_event;
	return ENOSYS;
}

void jfs_verbs_wake(struct jfs_verbs *verbs)
{
	(void)verbs;
}

int jfs_verbs_listen(struct jfs_verbs *verbs, const struct sockaddr *local, int backlog,
		     uint64_t token, struct jfs_verbs_listener **out_listener)
{
	(void)verbs, (void)local, (void)backlog, (void)token, (void)out_listener;
	return ENOSYS;
}

void jfs_verbs_unlisten(struct jfs_verbs_listener *listener)
{
	(void)listener;
}

int jfs_verbs_connect(struct jfs_verbs *verbs, const struct sockaddr *local,
		      const struct sockaddr *remote, const struct jfs_verbs_settings *settings,
		      const void *data, size_t length, uint64_t token,
		      struct jfs_verbs_connection **out_connection)
{
	(void)verbs, (void)local, (void)remote, (void)settings, (void)data, (void)length;
	(void)token, (void)out_connection;
	return ENOSYS;
}

int jfs_verbs_accept(struct jfs_verbs_request *request, const struct jfs_verbs_settings *settings,
		     const void *data, size_t length, uint64_t token,
		     struct jfs_verbs_connection **out_connection)
{
	(void)request, (void)settings, (void)data, (void)length, (void)token, (void)out_connection;
	return ENOSYS;
}

void jfs_verbs_refuse(struct jfs_verbs_request *request, const void *data, size_t length)
{
	(void)request, (void)data, (void)length;
}

int jfs_verbs_register(struct jfs_verbs_connection *connection, void *bytes, size_t size,
		       bool peer_writes, struct jfs_verbs_region *out_region)
{
	(void)connection, (void)bytes, (void)size, (void)peer_writes, (void)out_region;
	return ENOSYS;
}

void jfs_verbs_unregister(struct jfs_verbs_connection *connection, struct jfs_verbs_region *region)
{
	(void)connection, (void)region;
}

uint32_t jfs_verbs_inline_bytes(const struct jfs_verbs_connection *connection)
{
	(void)connection;
	return 0;
}

int jfs_verbs_write(struct jfs_verbs_connection *connection, const struct jfs_verbs_region *from,
		    size_t offset, uint32_t length, uint64_t remote_address, uint32_t remote_key)
{
	(void)connection, (void)from, (void)offset, (void)length, (void)remote_address;
	(void)remote_key;
	return ENOSYS;
}

int jfs_verbs_send(struct jfs_verbs_connection *connection, const void *message)
{
	(void)connection, (void)message;
	return ENOSYS;
}

int jfs_verbs_probe(struct jfs_verbs_connection *connection)
{
	(void)connection;
	return ENOSYS;
}

int jfs_verbs_poll(struct jfs_verbs_connection *connection, struct jfs_verbs_progress *out_progress,
		   int *out_status)
{
	(void)connection, (void)out_progress, (void)out_status;
	return ENOSYS;
}

bool jfs_verbs_drained(const struct jfs_verbs_connection *connection)
{
	(void)connection;
	return true;
}

bool jfs_verbs_software(const struct jfs_verbs_connection *connection)
{
	(void)connection;
	return false;
}

uint64_t jfs_verbs_device_guid(const struct jfs_verbs_connection *connection)
{
	(void)connection;
	return 0;
}

uint32_t jfs_verbs_qp(const struct jfs_verbs_connection *connection)
{
	(void)connection;
	return 0;
}

int jfs_verbs_arm(struct jfs_verbs_connection *connection)
{
	(void)connection;
	return ENOSYS;
}

void jfs_verbs_disconnect(struct jfs_verbs_connection *connection)
{
	(void)connection;
}

void jfs_verbs_destroy(struct jfs_verbs_connection *connection)
{
	(void)connection;
}

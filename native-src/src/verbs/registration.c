#include "registration.h"

#include <errno.h>
#include <stdlib.h>

#include "connection.h"
#include "context.h"
#include "endpoint.h"

struct registration {
	struct jfs_link link;
	struct ibv_mr *mr;
};

int jfs_verbs_register(struct jfs_verbs_connection *connection, void *bytes, size_t size,
		       bool peer_writes, struct jfs_verbs_region *out_region)
{
	struct jfs_verbs_endpoint *endpoint = &connection->endpoint;
	struct registration *registration;
	int access = 0, error;

	if (bytes == NULL || size == 0)
		return EINVAL;
	if (endpoint->qp == NULL)
		return ENOTCONN;
	registration = calloc(1, sizeof(*registration));
	if (registration == NULL)
		return ENOMEM;
	/* Remote write access needs local write access. */
	if (peer_writes)
		access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE;
	errno = 0;
	registration->mr = endpoint->contexts->calls->reg_mr(endpoint->pd, bytes, size, access);
	if (registration->mr == NULL) {
		error = jfs_verbs_errno();
		goto free_registration;
	}
	jfs_link_append(&endpoint->registrations, &registration->link);
	out_region->bytes = bytes;
	out_region->size = size;
	out_region->local_key = registration->mr->lkey;
	out_region->remote_key = peer_writes ? registration->mr->rkey : 0;
	out_region->registration = registration;
	return 0;

free_registration:
	free(registration);
	return error;
}

static void drop(struct jfs_verbs_endpoint *endpoint, struct registration *registration)
{
	jfs_link_remove(&registration->link);
	endpoint->contexts->calls->dereg_mr(registration->mr);
	free(registration);
}

void jfs_verbs_unregister(struct jfs_verbs_connection *connection, struct jfs_verbs_region *region)
{
	if (region->registration == NULL)
		return;
	drop(&connection->endpoint, region->registration);
	region->registration = NULL;
}

void jfs_verbs_unregister_all(struct jfs_verbs_endpoint *endpoint)
{
	while (!jfs_link_alone(&endpoint->registrations))
		drop(endpoint,
		     JFS_LINKED(endpoint->registrations.next, struct registration, link));
}

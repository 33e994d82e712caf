/* The devices there are, and whether an address belongs to one. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "addresses.h"
#include "instance.h"

static const char *name_of(uint8_t link_layer)
{
	switch (link_layer) {
	case IBV_LINK_LAYER_INFINIBAND:
		return "InfiniBand";
	case IBV_LINK_LAYER_ETHERNET:
		return "Ethernet";
	default:
		return "";
	}
}

/* Describes an active port, or else the first. */
static void describe_ports(const struct jfs_verbs_calls *calls, struct ibv_context *context,
			   struct jfs_verbs_device *device)
{
	struct ibv_device_attr attributes;

	memset(&attributes, 0, sizeof(attributes));
	if (calls->query_device(context, &attributes) != 0)
		return;
	for (unsigned port = 1; port <= attributes.phys_port_cnt && !device->active; port++) {
		struct ibv_port_attr port_attributes;

		/*
		 * The library fills the first fields of the structure, and declares the function
		 * for only these, under another name; the others stay 0.
		 */
		memset(&port_attributes, 0, sizeof(port_attributes));
		if (calls->query_port(context, (uint8_t)port, (void *)&port_attributes) != 0)
			continue;
		device->active = port_attributes.state == IBV_PORT_ACTIVE;
		if (port == 1 || device->active)
			snprintf(device->link_layer, sizeof(device->link_layer), "%s",
				 name_of(port_attributes.link_layer));
	}
}

static void describe(const struct jfs_verbs_calls *calls, struct ibv_device *given,
		     struct jfs_verbs_device *device)
{
	struct ibv_context *context;

	memset(device, 0, sizeof(*device));
	snprintf(device->name, sizeof(device->name), "%s", given->name);
	device->immediates = given->transport_type != IBV_TRANSPORT_IWARP;
	/* A device that cannot be opened exists, but is of no use. */
	context = calls->open_device(given);
	if (context == NULL)
		return;
	describe_ports(calls, context, device);
	calls->close_device(context);
}

int jfs_verbs_devices(struct jfs_verbs *verbs, struct jfs_verbs_device *devices, size_t capacity,
		      size_t *out_count)
{
	const struct jfs_verbs_calls *calls = &verbs->library.calls;
	struct ibv_device **list;
	size_t count = 0;

	errno = 0;
	list = calls->get_device_list(NULL);
	if (list == NULL) {
		/* ENOSYS: the kernel has no RDMA (any more). */
		if (errno != ENOSYS)
			return jfs_verbs_errno();
		*out_count = 0;
		return 0;
	}
	while (count < capacity && list[count] != NULL) {
		describe(calls, list[count], &devices[count]);
		count++;
	}
	calls->free_device_list(list);
	*out_count = count;
	return 0;
}

int jfs_verbs_serves(struct jfs_verbs *verbs, const struct sockaddr *local)
{
	const struct jfs_verbs_calls *calls = &verbs->library.calls;
	struct sockaddr_storage address;
	struct rdma_cm_id *id;
	int error = 0;

	/* The manager would bind a loopback address to any device. */
	if (jfs_verbs_copy_host(local, &address) != 0 || jfs_verbs_is_loopback(&address))
		return ENODEV;
	if (calls->create_id(verbs->channel, &id, NULL, RDMA_PS_TCP) != 0)
		return ENODEV;
	/*
	 * The wildcard address is bound to no device. On iWARP, a completed write may still be
	 * under way (RFC 5040), and a switch needs to know that it has arrived.
	 */
	if (calls->bind_addr(id, (struct sockaddr *)&address) != 0 || id->verbs == NULL ||
	    id->verbs->device->transport_type == IBV_TRANSPORT_IWARP)
		error = ENODEV;
	calls->destroy_id(id);
	return error;
}

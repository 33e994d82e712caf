/* Sending: writes, messages, and probes of the peer's device. */
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "internal.h"
#include "wire.h"

/* Is there a send slot, and may it be used? */
static int reserve(const struct jfs_verbs_endpoint *endpoint)
{
	if (endpoint->pair == NULL)
		return ENOTCONN;
	if (endpoint->error || endpoint->unsendable)
		return ECONNRESET;
	return endpoint->posted - endpoint->completed < endpoint->send_slots ? 0 : ENOMEM;
}

/*
 * Sends that notify the peer are solicited: so a peer could sleep until such an event, and not wake
 * up for its own sends.
 */
#define TELLS IBV_SEND_SOLICITED

/*
 * Counts a request, and decides whether it is signaled. One of so many is, and every one that a
 * thread may wait for; its completion reports all before it too, since they complete in order. So
 * if all slots are taken, a completion that frees some is on its way.
 */
static void count(struct jfs_verbs_endpoint *endpoint, struct ibv_send_wr *request, bool waited_for)
{
	endpoint->posted++;
	endpoint->unsignaled++;
	request->wr_id = JFS_VERBS_SENDS | endpoint->posted;
	if (waited_for || endpoint->unsignaled >= endpoint->signal_every) {
		request->send_flags |= IBV_SEND_SIGNALED;
		endpoint->unsignaled = 0;
	}
}

/* A request that cannot be posted is lost, and the connection with it. */
static int post(struct jfs_verbs_endpoint *endpoint, struct ibv_send_wr *request)
{
	struct ibv_send_wr *bad;

	if (ibv_post_send(endpoint->pair, request, &bad) == 0)
		return 0;
	endpoint->unsendable = true;
	return ECONNRESET;
}

/*
 * Puts a packet where it stays until it is sent: in the caller's memory if inline, else in a
 * registered slot.
 */
static void fill_packet(struct jfs_verbs_endpoint *endpoint, struct jfs_verbs_packet *packet,
			struct ibv_send_wr *request, struct ibv_sge *place)
{
	uint32_t slot;
	void *memory = packet;

	if (endpoint->inline_bytes >= sizeof(*packet)) {
		request->send_flags |= IBV_SEND_INLINE;
		place->lkey = 0;
	} else {
		/* The slot is free: no more requests are under way than there are slots. */
		slot = endpoint->receive_slots + endpoint->posted % endpoint->send_slots;
		memory = endpoint->slots + (size_t)slot * JFS_VERBS_SLOT;
		memcpy(memory, packet, sizeof(*packet));
		place->lkey = endpoint->slots_registration->lkey;
	}
	place->addr = (uintptr_t)memory;
	place->length = sizeof(*packet);
	request->opcode = IBV_WR_SEND;
	request->send_flags |= TELLS;
	request->sg_list = place;
	request->num_sge = 1;
}

/*
 * For devices without immediates: a send after the write tells the peer. The two count as one slot;
 * the device has room for both, and signals the second.
 */
static int post_and_tell(struct jfs_verbs_endpoint *endpoint, struct ibv_send_wr *write,
			 uint32_t length)
{
	struct jfs_verbs_packet packet = {.kind = htonl(JFS_VERBS_KIND_WRITTEN),
					  .bytes = htonl(length)};
	struct ibv_send_wr request;
	struct ibv_sge place;

	write->opcode = IBV_WR_RDMA_WRITE;
	write->wr_id = JFS_VERBS_SENDS | endpoint->posted;
	memset(&request, 0, sizeof(request));
	fill_packet(endpoint, &packet, &request, &place);
	count(endpoint, &request, false);
	write->next = &request;
	return post(endpoint, write);
}

int jfs_verbs_write(struct jfs_verbs_connection *connection, const struct jfs_verbs_region *from,
		    size_t offset, uint32_t length, uint64_t remote_address, uint32_t remote_key)
{
	struct jfs_verbs_endpoint *endpoint = &connection->endpoint;
	struct ibv_send_wr request;
	struct ibv_sge place;
	int error;

	if (length == 0 || length > JFS_VERBS_MOST_WRITTEN || offset > from->size ||
	    length > from->size - offset)
		return EINVAL;
	error = reserve(endpoint);
	if (error)
		return error;
	place.addr = (uintptr_t)from->bytes + offset;
	place.length = length;
	place.lkey = from->local_key;
	memset(&request, 0, sizeof(request));
	request.sg_list = &place;
	request.num_sge = 1;
	request.wr.rdma.remote_addr = remote_address;
	request.wr.rdma.rkey = remote_key;
	if (length <= endpoint->inline_bytes)
		request.send_flags |= IBV_SEND_INLINE;
	if (!endpoint->immediates)
		return post_and_tell(endpoint, &request, length);
	request.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
	request.send_flags |= TELLS;
	request.imm_data = htonl(length);
	count(endpoint, &request, false);
	return post(endpoint, &request);
}

int jfs_verbs_send(struct jfs_verbs_connection *connection, const void *message)
{
	struct jfs_verbs_endpoint *endpoint = &connection->endpoint;
	struct jfs_verbs_packet packet = {.kind = htonl(JFS_VERBS_KIND_MESSAGE)};
	struct ibv_send_wr request;
	struct ibv_sge place;
	int error = reserve(endpoint);

	if (error)
		return error;
	memcpy(packet.message, message, sizeof(packet.message));
	memset(&request, 0, sizeof(request));
	fill_packet(endpoint, &packet, &request, &place);
	count(endpoint, &request, true);
	return post(endpoint, &request);
}

int jfs_verbs_probe(struct jfs_verbs_connection *connection)
{
	struct jfs_verbs_endpoint *endpoint = &connection->endpoint;
	struct ibv_send_wr request;
	int error = reserve(endpoint);

	if (error)
		return error;
	/* No bytes, so the device checks neither address nor key. */
	memset(&request, 0, sizeof(request));
	request.opcode = IBV_WR_RDMA_WRITE;
	count(endpoint, &request, true);
	return post(endpoint, &request);
}

bool jfs_verbs_software(const struct jfs_verbs_connection *connection)
{
	return connection->endpoint.pair != NULL && connection->endpoint.context->software;
}

uint64_t jfs_verbs_device_guid(const struct jfs_verbs_connection *connection)
{
	return connection->endpoint.pair != NULL ? connection->endpoint.context->guid : 0;
}

uint32_t jfs_verbs_inline_bytes(const struct jfs_verbs_connection *connection)
{
	return connection->endpoint.inline_bytes;
}

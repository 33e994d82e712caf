/* Sending: writes, messages, and probes of the peer's device. */
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "connection.h"
#include "context.h"
#include "endpoint.h"
#include "wire.h"

/* Is there a send slot, and may it be used? */
static int reserve(const struct jfs_verbs_endpoint *endpoint)
{
	if (endpoint->qp == NULL)
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
static void count(struct jfs_verbs_endpoint *endpoint, struct ibv_send_wr *wr, bool waited_for)
{
	endpoint->posted++;
	endpoint->unsignaled++;
	wr->wr_id = JFS_VERBS_SENDS | endpoint->posted;
	if (waited_for || endpoint->unsignaled >= endpoint->signal_every) {
		wr->send_flags |= IBV_SEND_SIGNALED;
		endpoint->unsignaled = 0;
	}
}

/* A request that cannot be posted is lost, and the connection with it. */
static int post(struct jfs_verbs_endpoint *endpoint, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	if (ibv_post_send(endpoint->qp, wr, &bad) == 0)
		return 0;
	endpoint->unsendable = true;
	return ECONNRESET;
}

/*
 * Puts a packet where it stays until it is sent: in the caller's memory if inline, else in a
 * registered slot.
 */
static void fill_packet(struct jfs_verbs_endpoint *endpoint, struct jfs_verbs_packet *packet,
			struct ibv_send_wr *wr, struct ibv_sge *sge)
{
	uint32_t slot;
	void *memory = packet;

	if (endpoint->inline_bytes >= sizeof(*packet)) {
		wr->send_flags |= IBV_SEND_INLINE;
		sge->lkey = 0;
	} else {
		/* The slot is free: no more requests are under way than there are slots. */
		slot = endpoint->receive_slots + endpoint->next_slot;
		memory = endpoint->slots + (size_t)slot * JFS_VERBS_SLOT;
		endpoint->next_slot = (endpoint->next_slot + 1) % endpoint->send_slots;
		memcpy(memory, packet, sizeof(*packet));
		sge->lkey = endpoint->slots_mr->lkey;
	}
	sge->addr = (uintptr_t)memory;
	sge->length = sizeof(*packet);
	wr->opcode = IBV_WR_SEND;
	wr->send_flags |= TELLS;
	wr->sg_list = sge;
	wr->num_sge = 1;
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
	struct ibv_send_wr wr;
	struct ibv_sge sge;

	write->opcode = IBV_WR_RDMA_WRITE;
	write->wr_id = JFS_VERBS_SENDS | endpoint->posted;
	memset(&wr, 0, sizeof(wr));
	fill_packet(endpoint, &packet, &wr, &sge);
	count(endpoint, &wr, false);
	write->next = &wr;
	return post(endpoint, write);
}

int jfs_verbs_write(struct jfs_verbs_connection *connection, const struct jfs_verbs_region *from,
		    size_t offset, uint32_t length, uint64_t remote_address, uint32_t remote_key)
{
	struct jfs_verbs_endpoint *endpoint = &connection->endpoint;
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	int error;

	if (length == 0 || length > JFS_VERBS_MOST_WRITTEN || offset > from->size ||
	    length > from->size - offset)
		return EINVAL;
	error = reserve(endpoint);
	if (error)
		return error;
	sge.addr = (uintptr_t)from->bytes + offset;
	sge.length = length;
	sge.lkey = from->local_key;
	memset(&wr, 0, sizeof(wr));
	wr.sg_list = &sge;
	wr.num_sge = 1;
	wr.wr.rdma.remote_addr = remote_address;
	wr.wr.rdma.rkey = remote_key;
	if (length <= endpoint->inline_bytes)
		wr.send_flags |= IBV_SEND_INLINE;
	if (!endpoint->immediates)
		return post_and_tell(endpoint, &wr, length);
	wr.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
	wr.send_flags |= TELLS;
	wr.imm_data = htonl(length);
	count(endpoint, &wr, false);
	return post(endpoint, &wr);
}

int jfs_verbs_send(struct jfs_verbs_connection *connection, const void *message)
{
	struct jfs_verbs_endpoint *endpoint = &connection->endpoint;
	struct jfs_verbs_packet packet = {.kind = htonl(JFS_VERBS_KIND_MESSAGE)};
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	int error = reserve(endpoint);

	if (error)
		return error;
	memcpy(packet.message, message, sizeof(packet.message));
	memset(&wr, 0, sizeof(wr));
	fill_packet(endpoint, &packet, &wr, &sge);
	count(endpoint, &wr, true);
	return post(endpoint, &wr);
}

int jfs_verbs_probe(struct jfs_verbs_connection *connection)
{
	struct jfs_verbs_endpoint *endpoint = &connection->endpoint;
	struct ibv_send_wr wr;
	int error = reserve(endpoint);

	if (error)
		return error;
	/* No bytes, so the device checks neither address nor key. */
	memset(&wr, 0, sizeof(wr));
	wr.opcode = IBV_WR_RDMA_WRITE;
	count(endpoint, &wr, true);
	return post(endpoint, &wr);
}

bool jfs_verbs_software(const struct jfs_verbs_connection *connection)
{
	return connection->endpoint.qp != NULL && connection->endpoint.context->software;
}

uint64_t jfs_verbs_device_guid(const struct jfs_verbs_connection *connection)
{
	return connection->endpoint.qp != NULL ? connection->endpoint.context->guid : 0;
}

uint32_t jfs_verbs_inline_bytes(const struct jfs_verbs_connection *connection)
{
	return connection->endpoint.inline_bytes;
}

uint32_t jfs_verbs_qp(const struct jfs_verbs_connection *connection)
{
	const struct jfs_verbs_endpoint *endpoint = &connection->endpoint;

	return endpoint->qp == NULL || !endpoint->immediates ? 0 : endpoint->qp->qp_num;
}

#include "completion.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "connection.h"
#include "context.h"
#include "endpoint.h"
#include "wire.h"

#define AT_ONCE 16

_Static_assert(AT_ONCE <= JFS_VERBS_MESSAGES_AT_ONCE, "all of a batch may be messages");

/* What a poll has found so far; the messages are in the caller's memory already. */
struct found {
	uint32_t bytes;
	uint32_t received;
	uint32_t sent;
	uint32_t messages;
	uint32_t again_count;
	uint32_t again[AT_ONCE];	/* slots to receive in again */
};

static int post_receives(struct jfs_verbs_endpoint *endpoint, const uint32_t *slots, size_t count)
{
	struct ibv_recv_wr wrs[AT_ONCE], *bad;
	struct ibv_sge sges[AT_ONCE];
	int error;

	if (count == 0)
		return 0;
	for (size_t i = 0; i < count; i++) {
		sges[i].addr = (uintptr_t)endpoint->slots + (uintptr_t)slots[i] * JFS_VERBS_SLOT;
		sges[i].length = JFS_VERBS_SLOT;
		sges[i].lkey = endpoint->slots_mr->lkey;
		wrs[i].wr_id = slots[i];
		wrs[i].next = i + 1 < count ? &wrs[i + 1] : NULL;
		wrs[i].sg_list = &sges[i];
		wrs[i].num_sge = 1;
	}
	error = ibv_post_recv(endpoint->qp, wrs, &bad);
	return error > 0 ? error : error < 0 ? EIO : 0;
}

int jfs_verbs_post_all_receives(struct jfs_verbs_endpoint *endpoint)
{
	uint32_t slots[AT_ONCE], slot = 0;
	size_t count;
	int error = 0;

	while (slot < endpoint->receive_slots && error == 0) {
		for (count = 0; count < AT_ONCE && slot < endpoint->receive_slots; count++)
			slots[count] = slot++;
		error = post_receives(endpoint, slots, count);
	}
	return error;
}

/* Keeps the first status, unless that only says that an earlier request failed. */
static void fail(struct jfs_verbs_endpoint *endpoint, enum ibv_wc_status status)
{
	if (endpoint->error && endpoint->status != IBV_WC_WR_FLUSH_ERR)
		return;
	endpoint->error = ECONNRESET;
	endpoint->status = (int)status;
}

/* Counts bytes that the peer says it has written: never more than the largest ring holds. */
static bool take_bytes(struct found *found, uint32_t bytes)
{
	if (bytes == 0 || bytes > JFS_VERBS_MOST_WRITTEN - found->bytes)
		return false;
	found->bytes += bytes;
	return true;
}

/* False if no JFS peer sends that. */
static bool take_packet(const struct jfs_verbs_endpoint *endpoint,
			const struct jfs_verbs_packet *packet, struct found *found,
			struct jfs_verbs_progress *out_progress)
{
	uint32_t kind = ntohl(packet->kind), bytes = ntohl(packet->bytes);

	switch (kind) {
	case JFS_VERBS_KIND_MESSAGE:
		if (bytes != 0)
			return false;
		memcpy(out_progress->message[found->messages], packet->message,
		       sizeof(packet->message));
		found->messages++;
		return true;
	case JFS_VERBS_KIND_WRITTEN:
		/* With immediates the device itself reports how many were written. */
		return !endpoint->immediates && take_bytes(found, bytes);
	default:
		return false;
	}
}

/*
 * Whether a write was as long as its peer says: a larger number would expose old bytes of the ring.
 * The device counts; Soft-RoCE does not before Linux 5.3, and reports 0.
 */
static bool wrote_all(const struct jfs_verbs_endpoint *endpoint, const struct ibv_wc *wc)
{
	return wc->byte_len == ntohl(wc->imm_data) ||
	       (wc->byte_len == 0 && endpoint->context->software);
}

static bool take_received(struct jfs_verbs_endpoint *endpoint, const struct ibv_wc *wc,
			  struct found *found, struct jfs_verbs_progress *out_progress)
{
	struct jfs_verbs_packet packet;
	uint32_t slot = (uint32_t)wc->wr_id;
	unsigned flags = wc->wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV);
	bool right;

	/*
	 * The peer cannot know yet of slots that this poll has taken: one that uses them could keep
	 * the poll here for ever.
	 */
	if (found->received == endpoint->receive_slots)
		return false;
	if (wc->opcode == IBV_WC_RECV_RDMA_WITH_IMM) {
		right = flags == IBV_WC_WITH_IMM && wrote_all(endpoint, wc) &&
			take_bytes(found, ntohl(wc->imm_data));
	} else if (wc->byte_len == sizeof(packet) && flags == 0) {
		memcpy(&packet, endpoint->slots + (size_t)slot * JFS_VERBS_SLOT, sizeof(packet));
		right = take_packet(endpoint, &packet, found, out_progress);
	} else {
		right = false;
	}
	if (!right)
		return false;
	found->again[found->again_count++] = slot;
	found->received++;
	return true;
}

/*
 * Receives complete in order, and so do sends, but the two are independent. So after a failed send,
 * messages that arrived before may still come; after a failed receive, none do. A better reason may
 * come all the same.
 */
static void take(struct jfs_verbs_endpoint *endpoint, const struct ibv_wc *wc,
		 struct found *found, struct jfs_verbs_progress *out_progress)
{
	uint32_t completed = (uint32_t)wc->wr_id;
	bool sends = (wc->wr_id & JFS_VERBS_SENDS) != 0;

	if (wc->status != IBV_WC_SUCCESS) {
		fail(endpoint, wc->status);
		endpoint->drained |= !sends;
	} else if (endpoint->drained || (sends && endpoint->error)) {
		return;
	} else if (sends) {
		found->sent += completed - endpoint->completed;
		endpoint->completed = completed;
	} else if (!take_received(endpoint, wc, found, out_progress)) {
		fail(endpoint, IBV_WC_BAD_RESP_ERR);
		endpoint->drained = true;
	}
}

/* Takes a batch; true if there may be more, and there is room for it. */
static bool take_batch(struct jfs_verbs_endpoint *endpoint, struct found *found,
		       struct jfs_verbs_progress *out_progress)
{
	struct ibv_wc wcs[AT_ONCE];
	int room = (int)(JFS_VERBS_MESSAGES_AT_ONCE - found->messages);
	int asked = room < AT_ONCE ? room : AT_ONCE;
	int got = ibv_poll_cq(endpoint->cq, asked, wcs);

	if (got < 0) {
		fail(endpoint, IBV_WC_GENERAL_ERR);
		endpoint->drained = true;
		return false;
	}
	found->again_count = 0;
	for (int i = 0; i < got; i++)
		take(endpoint, &wcs[i], found, out_progress);
	if (!endpoint->error &&
	    post_receives(endpoint, found->again, found->again_count) != 0)
		fail(endpoint, IBV_WC_GENERAL_ERR);
	return got == asked && found->messages < JFS_VERBS_MESSAGES_AT_ONCE;
}

int jfs_verbs_poll(struct jfs_verbs_connection *connection, struct jfs_verbs_progress *out_progress,
		   int *out_status)
{
	struct jfs_verbs_endpoint *endpoint = &connection->endpoint;
	struct found found;

	if (endpoint->qp == NULL)
		return ENOTCONN;
	found.bytes = found.received = found.sent = found.messages = 0;
	if (!endpoint->drained || endpoint->status == IBV_WC_WR_FLUSH_ERR)
		while (take_batch(endpoint, &found, out_progress))
			;
	if (endpoint->unsendable && found.received == 0 && found.sent == 0)
		fail(endpoint, IBV_WC_GENERAL_ERR);
	if (endpoint->error && found.received == 0 && found.sent == 0) {
		if (out_status != NULL)
			*out_status = endpoint->status;
		return endpoint->error;
	}
	out_progress->bytes = found.bytes;
	out_progress->received = found.received;
	out_progress->sent = found.sent;
	out_progress->messages = found.messages;
	return 0;
}

bool jfs_verbs_drained(const struct jfs_verbs_connection *connection)
{
	return connection->endpoint.qp == NULL || connection->endpoint.drained;
}

int jfs_verbs_arm(struct jfs_verbs_connection *connection)
{
	struct jfs_verbs_endpoint *endpoint = &connection->endpoint;
	int error;

	if (endpoint->qp == NULL)
		return ENOTCONN;
	error = ibv_req_notify_cq(endpoint->cq, 0);
	return error > 0 ? error : error < 0 ? EIO : 0;
}

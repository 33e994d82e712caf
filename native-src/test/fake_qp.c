#include "fake_qp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "fake_calls.h"
#include "fake_completions.h"
#include "fake_memory.h"
#include "fake_verbs.h"
#include "verbs/list.h"

#define MOST 8192U

struct fake_qp {
	struct ibv_qp qp;
	struct ibv_qp_cap limits;
	struct fake_sent sent[MOST];
	unsigned sending;
	uint64_t slots[MOST];
	struct ibv_sge sges[MOST];
	unsigned receiving;
};

static int post_send(struct ibv_qp *given, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	struct fake_qp *qp = JFS_LINKED(given, struct fake_qp, qp);

	for (; wr != NULL; wr = wr->next) {
		struct fake_sent *sent = &qp->sent[qp->sending];

		if (fake_fails()) {
			*bad = wr;
			return fake_failure();
		}
		if (qp->sending == qp->limits.max_send_wr) {
			fake_misuse("more was sent than there are slots");
			*bad = wr;
			return ENOMEM;
		}
		memset(sent, 0, sizeof(*sent));
		sent->wr = *wr;
		if (wr->num_sge > 0) {
			size_t length = wr->sg_list[0].length;

			sent->sge = wr->sg_list[0];
			if ((wr->send_flags & IBV_SEND_INLINE) == 0)
				fake_check_sge(given->pd, wr->sg_list);
			else if (length > qp->limits.max_inline_data)
				fake_misuse("more was sent inline than goes");
			memcpy(sent->bytes, (const void *)(uintptr_t)sent->sge.addr,
			       length < sizeof(sent->bytes) ? length : sizeof(sent->bytes));
		}
		qp->sending++;
	}
	return 0;
}

static int post_recv(struct ibv_qp *given, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	struct fake_qp *qp = JFS_LINKED(given, struct fake_qp, qp);

	fake.reposts++;
	for (; wr != NULL; wr = wr->next) {
		if (fake_fails()) {
			*bad = wr;
			return fake_failure();
		}
		if (qp->receiving == qp->limits.max_recv_wr) {
			fake_misuse("more is received than there are slots");
			*bad = wr;
			return ENOMEM;
		}
		fake_check_sge(given->pd, wr->sg_list);
		qp->slots[qp->receiving] = wr->wr_id;
		qp->sges[qp->receiving++] = wr->sg_list[0];
		if (fake.floods)
			fake_receive(given, IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM, 1, NULL, 1);
	}
	return 0;
}

void fake_receive(struct ibv_qp *given, enum ibv_wc_opcode opcode, unsigned flags,
		  uint32_t immediate, const void *bytes, uint32_t length)
{
	struct fake_qp *qp = JFS_LINKED(given, struct fake_qp, qp);
	struct ibv_wc completion;

	if (qp->receiving == 0) {
		fake_misuse("the peer sends without a slot");
		return;
	}
	memset(&completion, 0, sizeof(completion));
	completion.wr_id = qp->slots[0];
	completion.opcode = opcode;
	completion.wc_flags = flags;
	completion.imm_data = htonl(immediate);
	completion.byte_len = length;
	if (bytes != NULL)
		memcpy((void *)(uintptr_t)qp->sges[0].addr, bytes, length);
	qp->receiving--;
	memmove(qp->slots, qp->slots + 1, qp->receiving * sizeof(qp->slots[0]));
	memmove(qp->sges, qp->sges + 1, qp->receiving * sizeof(qp->sges[0]));
	fake_cq_complete(JFS_LINKED(given->recv_cq, struct fake_cq, cq), &completion);
}

const struct fake_sent *fake_sent(const struct ibv_qp *given, unsigned index)
{
	const struct fake_qp *qp = JFS_LINKED(given, const struct fake_qp, qp);

	return index < qp->sending ? &qp->sent[index] : NULL;
}

unsigned fake_sending(const struct ibv_qp *given)
{
	return JFS_LINKED(given, const struct fake_qp, qp)->sending;
}

unsigned fake_receiving(const struct ibv_qp *given)
{
	return JFS_LINKED(given, const struct fake_qp, qp)->receiving;
}

void fake_finish(struct ibv_qp *given, unsigned count, enum ibv_wc_status status)
{
	struct fake_qp *qp = JFS_LINKED(given, struct fake_qp, qp);
	struct ibv_wc completion;

	for (unsigned i = 0; i < count; i++) {
		const struct ibv_send_wr *wr = &qp->sent[i].wr;

		/* Has the sender changed the memory meanwhile? */
		if (wr->num_sge > 0 && (wr->send_flags & IBV_SEND_INLINE) == 0 &&
		    qp->sent[i].sge.length <= sizeof(qp->sent[i].bytes) &&
		    memcmp(qp->sent[i].bytes, (const void *)(uintptr_t)qp->sent[i].sge.addr,
			   qp->sent[i].sge.length) != 0)
			fake_misuse("what is sent has changed");
		if (status == IBV_WC_SUCCESS && (wr->send_flags & IBV_SEND_SIGNALED) == 0)
			continue;
		memset(&completion, 0xa5, sizeof(completion));
		completion.wr_id = wr->wr_id;
		completion.status = status;
		if (status == IBV_WC_SUCCESS) {
			completion.opcode = wr->opcode == IBV_WR_SEND ? IBV_WC_SEND
									   : IBV_WC_RDMA_WRITE;
			completion.wc_flags = 0;
		}
		fake_cq_complete(JFS_LINKED(given->send_cq, struct fake_cq, cq), &completion);
	}
	qp->sending -= count;
	memmove(qp->sent, qp->sent + count, qp->sending * sizeof(qp->sent[0]));
}

static int create_qp(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_qp_init_attr *attributes)
{
	struct fake_qp *qp;
	int before = errno;

	if (fake_fails())
		return -1;
	if (attributes->cap.max_inline_data > fake.inline_most) {
		errno = fake.inline_error != 0 ? fake.inline_error : before;
		return -1;
	}
	if (attributes->sq_sig_all || attributes->qp_type != IBV_QPT_RC)
		fake_misuse("another kind of qp was asked for");
	qp = fake_made(sizeof(*qp));
	qp->qp.context = id->verbs;
	qp->qp.qp_num = FAKE_QP;
	qp->qp.pd = pd;
	qp->qp.send_cq = attributes->send_cq;
	qp->qp.recv_cq = attributes->recv_cq;
	qp->qp.qp_context = attributes->qp_context;
	qp->limits = attributes->cap;
	JFS_LINKED(pd, struct fake_pd, pd)->users++;
	JFS_LINKED(attributes->recv_cq, struct fake_cq, cq)->qps++;
	id->qp = &qp->qp;
	return 0;
}

static void destroy_qp(struct rdma_cm_id *id)
{
	struct fake_qp *qp = JFS_LINKED(id->qp, struct fake_qp, qp);

	JFS_LINKED(qp->qp.pd, struct fake_pd, pd)->users--;
	JFS_LINKED(qp->qp.recv_cq, struct fake_cq, cq)->qps--;
	id->qp = NULL;
	fake_destroyed(qp);
}

void fake_qp_calls(struct jfs_verbs_calls *calls)
{
	calls->create_qp = create_qp;
	calls->destroy_qp = destroy_qp;
}

void fake_qp_ops(struct ibv_context_ops *ops)
{
	ops->post_send = post_send;
	ops->post_recv = post_recv;
}

bool fake_has_all_slots(const struct ibv_qp *given)
{
	const struct fake_qp *qp = JFS_LINKED(given, const struct fake_qp, qp);

	return qp->receiving == qp->limits.max_recv_wr;
}

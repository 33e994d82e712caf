#include "endpoint.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "completion.h"
#include "context.h"
#include "registration.h"
#include "wire.h"

/* How many completions report a full send queue; each reports all sends before it. */
#define COMPLETIONS_PER_QUEUE 4U

/* Fewer and fewer inline bytes: some devices refuse more than they support. */
static const uint32_t inline_tries[] = {UINT32_MAX, 256, 128, 64, 0};

void jfs_verbs_init_endpoint(struct jfs_verbs_endpoint *endpoint, uint64_t token)
{
	memset(endpoint, 0, sizeof(*endpoint));
	jfs_link_init(&endpoint->link);
	jfs_link_init(&endpoint->registrations);
	jfs_verbs_init_pending(&endpoint->pending, token);
}

static int create_qp(struct jfs_verbs_endpoint *endpoint, uint32_t inline_wanted)
{
	struct ibv_qp_init_attr attributes;
	int error = EINVAL;

	for (size_t i = 0; i < sizeof(inline_tries) / sizeof(inline_tries[0]); i++) {
		if (i > 0 && inline_tries[i] >= inline_wanted)
			continue;
		memset(&attributes, 0, sizeof(attributes));
		attributes.qp_context = endpoint;
		attributes.send_cq = endpoint->cq;
		attributes.recv_cq = endpoint->cq;
		attributes.qp_type = IBV_QPT_RC;
		attributes.cap.max_send_wr = endpoint->send_requests;
		attributes.cap.max_recv_wr = endpoint->receive_slots;
		attributes.cap.max_send_sge = 1;
		attributes.cap.max_recv_sge = 1;
		attributes.cap.max_inline_data = i == 0 ? inline_wanted : inline_tries[i];
		errno = 0;
		if (endpoint->contexts->calls->create_qp(endpoint->id, endpoint->pd, &attributes) ==
		    0) {
			endpoint->inline_bytes = attributes.cap.max_inline_data;
			return 0;
		}
		error = jfs_verbs_errno();
		/*
		 * Some report this in other ways: bnxt_re's provider leaves errno as it was, and
		 * librdmacm turned every error into ENOMEM until rdma-core 33.
		 */
		if (error != EINVAL && error != EIO && error != ENOMEM)
			return error;
	}
	return error;
}

/*
 * Shared memory, though no other process maps it: a fork leaves it where it is. A private page
 * would be copied for the process that writes first, and the device would go on writing to the old
 * page.
 */
static int make_slots(struct jfs_verbs_endpoint *endpoint)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t count = endpoint->receive_slots;
	void *slots;
	int error;

	if (endpoint->inline_bytes < sizeof(struct jfs_verbs_packet))
		count += endpoint->send_slots;
	endpoint->slots_size = (count * JFS_VERBS_SLOT + page - 1) / page * page;
	slots = mmap(NULL, endpoint->slots_size, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (slots == MAP_FAILED)
		return errno;
	errno = 0;
	endpoint->slots_mr = endpoint->contexts->calls->reg_mr(
		endpoint->pd, slots, endpoint->slots_size, IBV_ACCESS_LOCAL_WRITE);
	if (endpoint->slots_mr == NULL) {
		error = jfs_verbs_errno();
		goto unmap;
	}
	endpoint->slots = slots;
	return 0;

unmap:
	munmap(slots, endpoint->slots_size);
	return error;
}

static void drop_slots(struct jfs_verbs_endpoint *endpoint)
{
	endpoint->contexts->calls->dereg_mr(endpoint->slots_mr);
	munmap(endpoint->slots, endpoint->slots_size);
}

int jfs_verbs_open_endpoint(struct jfs_verbs_endpoint *endpoint,
			    struct jfs_verbs_contexts *contexts, struct rdma_cm_id *id,
			    const struct jfs_verbs_settings *settings)
{
	const struct jfs_verbs_calls *calls = contexts->calls;
	int error;

	error = jfs_verbs_join_context(contexts, id->verbs, endpoint);
	if (error)
		return error;
	endpoint->contexts = contexts;
	endpoint->id = id;
	endpoint->receive_slots = settings->receive_slots;
	endpoint->send_slots = settings->send_slots;
	endpoint->signal_every = settings->send_slots / COMPLETIONS_PER_QUEUE;
	endpoint->immediates = id->verbs->device->transport_type != IBV_TRANSPORT_IWARP;
	/* Without immediates a write is two requests. */
	endpoint->send_requests = settings->send_slots * (endpoint->immediates ? 1 : 2);
	errno = 0;
	endpoint->pd = calls->alloc_pd(id->verbs);
	if (endpoint->pd == NULL) {
		error = jfs_verbs_errno();
		goto leave_context;
	}
	errno = 0;
	/* Never overflows: each request, of either kind, has one completion at most. */
	endpoint->cq = calls->create_cq(id->verbs,
					(int)(endpoint->receive_slots + endpoint->send_requests),
					endpoint, endpoint->context->channel, 0);
	if (endpoint->cq == NULL) {
		error = jfs_verbs_errno();
		goto deallocate_pd;
	}
	error = create_qp(endpoint, settings->inline_bytes);
	if (error)
		goto destroy_cq;
	error = make_slots(endpoint);
	if (error)
		goto destroy_qp;
	endpoint->qp = id->qp;
	error = jfs_verbs_post_all_receives(endpoint);
	if (error)
		goto drop_slots;
	return 0;

drop_slots:
	endpoint->qp = NULL;
	drop_slots(endpoint);
destroy_qp:
	calls->destroy_qp(id);
destroy_cq:
	calls->destroy_cq(endpoint->cq);
deallocate_pd:
	calls->dealloc_pd(endpoint->pd);
leave_context:
	jfs_verbs_leave_context(contexts, endpoint);
	return error;
}

/* The qp first: then the device uses none of the memory any more. */
void jfs_verbs_close_endpoint(struct jfs_verbs_endpoint *endpoint)
{
	const struct jfs_verbs_calls *calls;

	if (endpoint->qp == NULL)
		return;
	calls = endpoint->contexts->calls;
	endpoint->qp = NULL;
	calls->destroy_qp(endpoint->id);
	jfs_verbs_unregister_all(endpoint);
	drop_slots(endpoint);
	calls->destroy_cq(endpoint->cq);
	calls->dealloc_pd(endpoint->pd);
	jfs_verbs_drop_pending(&endpoint->pending);
	jfs_verbs_leave_context(endpoint->contexts, endpoint);
}

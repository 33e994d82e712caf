/*
 * The functions of libibverbs and librdmacm that this layer calls, found at run time. Tests have
 * their own. It calls the functions that verbs.h defines inline directly, since they go through the
 * device's own table: ibv_poll_cq(), ibv_req_notify_cq(), ibv_post_send(), ibv_post_recv().
 */
#ifndef JFS_VERBS_LIBRARY_H
#define JFS_VERBS_LIBRARY_H

#include <errno.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

/* Without the prefix of their library: some names with it are macros in verbs.h. */
#define JFS_VERBS_CALLS(IBV, RDMA) \
	IBV(fork_init) \
	IBV(get_device_list) \
	IBV(free_device_list) \
	IBV(open_device) \
	IBV(close_device) \
	IBV(query_device) \
	IBV(query_port) \
	IBV(get_async_event) \
	IBV(ack_async_event) \
	IBV(alloc_pd) \
	IBV(dealloc_pd) \
	IBV(reg_mr) \
	IBV(dereg_mr) \
	IBV(create_comp_channel) \
	IBV(destroy_comp_channel) \
	IBV(get_cq_event) \
	IBV(ack_cq_events) \
	IBV(create_cq) \
	IBV(destroy_cq) \
	RDMA(create_event_channel) \
	RDMA(destroy_event_channel) \
	RDMA(get_cm_event) \
	RDMA(ack_cm_event) \
	RDMA(create_id) \
	RDMA(destroy_id) \
	RDMA(set_option) \
	RDMA(bind_addr) \
	RDMA(listen) \
	RDMA(resolve_addr) \
	RDMA(resolve_route) \
	RDMA(create_qp) \
	RDMA(destroy_qp) \
	RDMA(connect) \
	RDMA(accept) \
	RDMA(reject) \
	RDMA(disconnect)

struct jfs_verbs_calls {
#define JFS_VERBS_IBV(name) __typeof__(ibv_##name) *name;
#define JFS_VERBS_RDMA(name) __typeof__(rdma_##name) *name;
	JFS_VERBS_CALLS(JFS_VERBS_IBV, JFS_VERBS_RDMA)
#undef JFS_VERBS_IBV
#undef JFS_VERBS_RDMA
};

struct jfs_verbs_library {
	void *ibverbs;	/* of dlopen(3); NULL in tests */
	void *rdmacm;
	struct jfs_verbs_calls calls;
};

/* Returns 0, ENOENT (not installed), or ENOSYS (too old), and then leaves *out_library alone. */
int jfs_verbs_load(struct jfs_verbs_library *out_library);

void jfs_verbs_unload(struct jfs_verbs_library *library);

/*
 * The errno value of a function that has returned -1 or NULL. Some set none: it must be 0 before
 * each call, since an earlier one that succeeded may have left any.
 */
static inline int jfs_verbs_errno(void)
{
	return errno > 0 ? errno : EIO;
}

#endif

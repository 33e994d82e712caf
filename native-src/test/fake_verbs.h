/*
 * A device and a connection manager in this process's memory, for what no real one does on demand:
 * each call can fail once, and events and completions come as a test wants them. It counts the
 * objects that were made and not destroyed, and the uses that violate the rules of the real ones,
 * some of which would block for ever.
 */
#ifndef JFS_TEST_FAKE_VERBS_H
#define JFS_TEST_FAKE_VERBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "verbs/library.h"

/* How the fake behaves; fake_reset() sets the values named here. */
struct fake {
	bool answers;			/* true: requests to the manager succeed, and it reports that */
	enum ibv_transport_type transport;	/* IBV_TRANSPORT_IB */
	uint32_t inline_most;		/* 256; more is refused, */
	int inline_error;		/* with this; EINVAL; 0: without a reason */
	unsigned devices;		/* 1; up to 2 */
	unsigned device;		/* 0; the device that addresses belong to */
	enum ibv_port_state port_state;	/* IBV_PORT_ACTIVE */
	uint8_t link_layer;		/* IBV_LINK_LAYER_ETHERNET */
	int list_error;			/* 0: there is a list of devices */
	bool served;			/* true: addresses are a device's */
	uint32_t vendor;		/* 0x2c9; of devices */
	int fork_error;			/* 0; what ibv_fork_init() fails with */
	bool forks;			/* it was called, before all else */
	int live;			/* what was made and is not yet destroyed */
	int misuses;
	unsigned calls;			/* calls that could have failed, since fake_fail() */
	unsigned fail_at;
	int fail_with;
	bool failed;			/* one has */
	unsigned reposts;		/* calls of ibv_post_recv() */
	bool floods;			/* the peer writes a byte into every slot it gets */
	uint8_t ack_timeout;		/* the one set last */
	struct rdma_conn_param asked;	/* of the last rdma_connect() or rdma_accept() */
	uint8_t asked_data[256];
	uint8_t rejected_data[256];
	int rejected_length;		/* -1: nothing was refused */
};

extern struct fake fake;

/* Resets everything between tests. */
void fake_reset(void);

/* The functions. */
struct jfs_verbs_library fake_library(void);

/* The numbers of all qps here, and of the peers'. */
#define FAKE_QP 0x800011U
#define FAKE_PEER_QP 0x800012U

/* What errno is after calls that have succeeded. */
#define FAKE_LEFT ENOTTY

/*
 * From now on, the call-th call that can fail fails with this errno value, or says no reason if
 * that is 0; call 0: none fails.
 */
void fake_fail(unsigned call, int error);

/* Makes the manager report an event of an identifier. */
void fake_event(struct rdma_cm_id *id, enum rdma_cm_event_type type, int status, const void *data,
		size_t length);

/* Makes a peer request a connection. */
void fake_request(struct rdma_cm_id *listener, uint8_t retries, const void *data, size_t length);

/* Makes a device report an event; port: for events about a port. */
void fake_asynchronous(struct ibv_context *device, enum ibv_event_type type, struct ibv_qp *qp,
		       struct ibv_cq *cq, int port);

/* Makes the kernel remove the device: its descriptors fail from now on. */
void fake_lose(struct ibv_context *device);

/* Makes the peer send, or write with an immediate, into the oldest slot there is. */
void fake_receive(struct ibv_qp *qp, enum ibv_wc_opcode opcode, unsigned flags,
		  uint32_t immediate, const void *bytes, uint32_t length);

/* Adds a completion of any kind, unchanged. */
void fake_complete(struct ibv_cq *cq, uint64_t number, enum ibv_wc_status status);

/* The oldest request to send; NULL if there is none. bytes: at most the first 64. */
struct fake_sent {
	struct ibv_send_wr wr;
	struct ibv_sge sge;
	uint8_t bytes[64];
};

const struct fake_sent *fake_sent(const struct ibv_qp *qp, unsigned index);
unsigned fake_sending(const struct ibv_qp *qp);

/* How many slots the peer has. */
unsigned fake_receiving(const struct ibv_qp *qp);

/* Completes the oldest count requests, sent or failed. */
void fake_finish(struct ibv_qp *qp, unsigned count, enum ibv_wc_status status);

#endif

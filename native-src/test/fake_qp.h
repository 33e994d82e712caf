/* Queue pairs of the fake: what is sent, and what a peer sends. */
#ifndef JFS_TEST_FAKE_QP_H
#define JFS_TEST_FAKE_QP_H

#include <stdbool.h>

#include "verbs/library.h"

/* Fills in the calls that make and destroy queue pairs. */
void fake_qp_calls(struct jfs_verbs_calls *calls);

/* Fills in what a context has for queue pairs. */
void fake_qp_ops(struct ibv_context_ops *ops);

/* Whether the peer has all slots to send into that there are. */
bool fake_has_all_slots(const struct ibv_qp *qp);

#endif

/* Translates the events of rdma_cm into those of this layer. */
#ifndef JFS_VERBS_CM_EVENT_H
#define JFS_VERBS_CM_EVENT_H

#include <stdbool.h>

#include "jfs/verbs.h"

/* Takes one event of rdma_cm; EAGAIN if there is none. Its kind is NONE if it is not to report. */
int jfs_verbs_take_cm_event(struct jfs_verbs *verbs, struct jfs_verbs_event *out_event);

/* Takes what the router gives back; returns whether there is an event to report. */
bool jfs_verbs_take_route(struct jfs_verbs *verbs, struct jfs_verbs_event *out_event);

/* Ends the router, and the connections that were destroyed while it had them. */
void jfs_verbs_end_routes(struct jfs_verbs *verbs);

#endif

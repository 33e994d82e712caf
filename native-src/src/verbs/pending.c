#include "pending.h"

void jfs_verbs_init_pending(struct jfs_verbs_pending *pending, uint64_t token)
{
	jfs_link_init(&pending->link);
	pending->events = 0;
	pending->token = token;
}

void jfs_verbs_pend(struct jfs_link *list, struct jfs_verbs_pending *pending, unsigned events)
{
	if (pending->events == 0)
		jfs_link_append(list, &pending->link);
	pending->events |= events;
}

/* Completions come before the event that broke the connection. */
bool jfs_verbs_take_pending(struct jfs_link *list, struct jfs_verbs_event *out_event)
{
	struct jfs_verbs_pending *pending;
	unsigned taken;

	if (jfs_link_alone(list))
		return false;
	pending = JFS_LINKED(list->next, struct jfs_verbs_pending, link);
	if ((pending->events & JFS_VERBS_PENDING_COMPLETIONS) != 0) {
		taken = JFS_VERBS_PENDING_COMPLETIONS;
		out_event->kind = JFS_VERBS_COMPLETIONS;
	} else {
		taken = JFS_VERBS_PENDING_BROKEN;
		out_event->kind = JFS_VERBS_BROKEN;
	}
	out_event->token = pending->token;
	pending->events &= ~taken;
	if (pending->events == 0)
		jfs_link_remove(&pending->link);
	return true;
}

void jfs_verbs_drop_pending(struct jfs_verbs_pending *pending)
{
	jfs_link_remove(&pending->link);
	pending->events = 0;
}

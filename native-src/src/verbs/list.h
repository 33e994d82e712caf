/*
 * Lists with links inside their elements, so that being on one takes no memory and leaving it no
 * search. The list itself is a link too; a link that is on no list points to itself.
 */
#ifndef JFS_VERBS_LIST_H
#define JFS_VERBS_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct jfs_link {
	struct jfs_link *previous;
	struct jfs_link *next;
};

/* The element that a link is in. */
#define JFS_LINKED(link, type, member) ((type *)(void *)((char *)(link)-offsetof(type, member)))

static inline void jfs_link_init(struct jfs_link *link)
{
	link->previous = link;
	link->next = link;
}

/* Is the list empty, or the link on none? */
static inline bool jfs_link_alone(const struct jfs_link *link)
{
	return link->next == link;
}

static inline void jfs_link_append(struct jfs_link *list, struct jfs_link *link)
{
	link->previous = list->previous;
	link->next = list;
	list->previous->next = link;
	list->previous = link;
}

static inline void jfs_link_remove(struct jfs_link *link)
{
	link->previous->next = link->next;
	link->next->previous = link->previous;
	jfs_link_init(link);
}

#endif

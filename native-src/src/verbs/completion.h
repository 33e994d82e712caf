/* Polling: takes completions and interprets them; see also jfs_verbs_poll(). */
#ifndef JFS_VERBS_COMPLETION_H
#define JFS_VERBS_COMPLETION_H

struct jfs_verbs_endpoint;

/* Posts receives for all slots. */
int jfs_verbs_post_all_receives(struct jfs_verbs_endpoint *endpoint);

#endif

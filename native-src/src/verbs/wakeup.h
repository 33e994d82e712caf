/* The eventfd by which any thread wakes the event thread. */
#ifndef JFS_VERBS_WAKEUP_H
#define JFS_VERBS_WAKEUP_H

/* Returns 0 and a close-on-exec descriptor, the caller's to close, or an errno value. */
int jfs_verbs_open_wakeup(int *out_descriptor);

/* Makes the descriptor ready, until it is cleared. Any thread may call. */
void jfs_verbs_raise_wakeup(int descriptor);

void jfs_verbs_clear_wakeup(int descriptor);

#endif

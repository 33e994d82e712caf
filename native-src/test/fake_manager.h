/* The connection manager of the fake: identifiers, their events, and what is asked of it. */
#ifndef JFS_TEST_FAKE_MANAGER_H
#define JFS_TEST_FAKE_MANAGER_H

#include "verbs/library.h"

/* Fills in the calls of the manager, but for those that make and destroy queue pairs. */
void fake_manager_calls(struct jfs_verbs_calls *calls);

#endif

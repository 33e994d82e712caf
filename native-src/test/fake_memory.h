/* Protection domains and registered memory of the fake. */
#ifndef JFS_TEST_FAKE_MEMORY_H
#define JFS_TEST_FAKE_MEMORY_H

#include "verbs/library.h"

struct fake_pd {
	struct ibv_pd pd;
	unsigned users;
};

/* Fills in the calls for memory. */
void fake_memory_calls(struct jfs_verbs_calls *calls);

/* Checks that the memory is registered in this pd. */
void fake_check_sge(const struct ibv_pd *pd, const struct ibv_sge *sge);

/* Begins without registered memory. */
void fake_memory_reset(void);

#endif

/* The functions that are built without headers for RDMA. */
#include <errno.h>
#include <stddef.h>

#include "check.h"
#include "jfs/verbs.h"

int main(void)
{
	struct jfs_verbs *verbs = NULL;
	struct jfs_verbs_event event = {.token = 4711};
	size_t count = 4711;

	CHECK(jfs_verbs_open(&verbs) == ENOSYS);
	CHECK(verbs == NULL);
	CHECK(jfs_verbs_devices(verbs, NULL, 0, &count) == ENOSYS && count == 4711);
	CHECK(jfs_verbs_serves(verbs, NULL) == ENODEV);
	CHECK(jfs_verbs_next_event(verbs, 0, &event) == ENOSYS && event.token == 4711);
	jfs_verbs_close(verbs);
	return check_result();
}

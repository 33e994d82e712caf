#include "fake_queue.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

void fake_queue_open(struct fake_queue *queue)
{
	jfs_link_init(&queue->things);
	queue->lost = false;
	queue->descriptor = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	if (queue->descriptor < 0)
		abort();
}

void fake_queue_put(struct fake_queue *queue, struct jfs_link *thing)
{
	uint64_t one = 1;

	jfs_link_append(&queue->things, thing);
	if (write(queue->descriptor, &one, sizeof(one)) != sizeof(one))
		abort();
}

struct jfs_link *fake_queue_get(struct fake_queue *queue)
{
	struct jfs_link *thing;
	uint64_t one;

	if (queue->lost) {
		errno = EIO;
		return NULL;
	}
	if (read(queue->descriptor, &one, sizeof(one)) != sizeof(one))
		return NULL;
	thing = queue->things.next;
	jfs_link_remove(thing);
	return thing;
}

void fake_queue_drop(struct fake_queue *queue, struct jfs_link *thing)
{
	uint64_t one;

	jfs_link_remove(thing);
	if (read(queue->descriptor, &one, sizeof(one)) != sizeof(one))
		abort();
}

/*
 * A connection between two processes over RDMA verbs, by JFS's own means: each has a ring that the
 * other writes to, and reports each write by its immediate; credit goes by messages.
 */
#ifndef JFS_BENCH_VERBS_LINK_H
#define JFS_BENCH_VERBS_LINK_H

#include <stddef.h>
#include <stdint.h>

struct verbs_link;

/*
 * One end, for one thread. It is opened at its first use, since the libraries do not survive a
 * fork.
 *
 * from, to: addresses of devices, as text; the client connects from the one to the other, and the
 * server listens at the other, at the port. spins: whether to wait by polling, else asleep.
 */
struct verbs_link *verbs_link_new(const char *from, const char *to, uint16_t port, int connects,
				  int spins);

/* Opens it, unless it is open; waits for the other end to do so, too. */
void verbs_link_open(struct verbs_link *link);

void verbs_link_wait_by(struct verbs_link *link, int spins);

/* NULL is allowed. */
void verbs_link_free(struct verbs_link *link);

/* As in link.h. */
void verbs_link_send(struct verbs_link *link, const void *bytes, size_t length);
void verbs_link_finish(struct verbs_link *link);
size_t verbs_link_receive(struct verbs_link *link, void *bytes, size_t length);

#endif

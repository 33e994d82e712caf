/* How the kernel probes the peer of a TCP connection that is idle (tcp(7), SO_KEEPALIVE). */
#ifndef JFS_KEEPALIVE_H
#define JFS_KEEPALIVE_H

#include <stdbool.h>

struct jfs_keepalive {
	bool on;
	int idle;		/* seconds until the first probe */
	int interval;		/* seconds between two */
	int count;		/* so many without an answer end the connection */
};

/* Returns 0, or an errno value (not a TCP socket: EOPNOTSUPP and others) and leaves *out alone. */
int jfs_keepalive_get(int socket, struct jfs_keepalive *out);

/* Returns 0, or an errno value; some of it may have been set then. */
int jfs_keepalive_set(int socket, const struct jfs_keepalive *wanted);

#endif

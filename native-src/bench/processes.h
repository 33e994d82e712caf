/* The two processes: this one, the client, forks the server. */
#ifndef JFS_BENCH_PROCESSES_H
#define JFS_BENCH_PROCESSES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "link.h"
#include "options.h"

/* Runs in the process that has the servers' ends; returns when its peer is done. */
typedef void (*serve)(const struct options *options, struct link_pair *pairs, size_t count,
		      size_t size);

/* Any error in here ends the process, with a message. */

struct link_pair *open_links(const struct options *options, size_t count);

/* Starts the server, and binds both processes to their processors. */
pid_t start_server(const struct options *options, serve server, struct link_pair *pairs,
		   size_t count, size_t size);

/* To be called after all ends are finished; frees the pairs. */
void end_server(pid_t child, struct link_pair *pairs, size_t count);

/* The server's processor time so far. */
int64_t server_cpu_ns(pid_t child);

#endif

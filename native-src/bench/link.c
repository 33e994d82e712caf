#include "link.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "jfs/memory.h"

/* In the connection manager's port space: no TCP port. */
#define FIRST_VERBS_PORT 20000
#define VERBS_PORTS 10000

static int open_rings(const struct link_options *options, size_t count, struct link_pair *pairs)
{
	const size_t size = 2 * count * sizeof(struct ring);
	struct ring *rings;
	int memory, error;

	error = jfs_memory_create((int64_t)size, &memory);
	if (error)
		return error;
	error = jfs_memory_allocate(memory, 0, (int64_t)size);
	if (error)
		goto close_memory;
	rings = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
	if (rings == MAP_FAILED) {
		error = errno;
		goto close_memory;
	}
	for (size_t i = 0; i < count; i++) {
		struct ring *there = &rings[2 * i], *back = &rings[2 * i + 1];
		enum wait_mode mode = options->mode;

		ring_end_init(&pairs[i].client.out, there, mode, options->spins);
		ring_end_init(&pairs[i].server.in, there, mode, options->spins);
		ring_end_init(&pairs[i].server.out, back, mode, options->spins);
		ring_end_init(&pairs[i].client.in, back, mode, options->spins);
	}

close_memory:
	close(memory);
	return error;
}

static int no_delay(int socket)
{
	const int on = 1;

	return setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) == 0 ? 0 : errno;
}

/* connect() returns before accept(): the connection waits in the listener's queue. */
static int open_tcp(int listener, const struct sockaddr_in *from,
		    const struct sockaddr_in *address, struct link_pair *pair)
{
	int client, server, error;

	client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (client < 0)
		return errno;
	if (bind(client, (const struct sockaddr *)from, sizeof(*from)) != 0 ||
	    connect(client, (const struct sockaddr *)address, sizeof(*address)) != 0) {
		error = errno;
		goto close_client;
	}
	server = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (server < 0) {
		error = errno;
		goto close_client;
	}
	error = no_delay(client);
	if (error)
		goto close_server;
	error = no_delay(server);
	if (error)
		goto close_server;
	pair->client.socket = client;
	pair->server.socket = server;
	return 0;

close_server:
	close(server);
close_client:
	close(client);
	return error;
}

static int parse_address(const char *text, struct sockaddr_in *out)
{
	memset(out, 0, sizeof(*out));
	out->sin_family = AF_INET;
	return inet_pton(AF_INET, text, &out->sin_addr) == 1 ? 0 : EINVAL;
}

static int open_tcps(const struct link_options *options, size_t count, struct link_pair *pairs)
{
	struct sockaddr_in from, address;
	socklen_t length = sizeof(address);
	int listener, error;

	error = parse_address(options->from, &from);
	if (error)
		return error;
	error = parse_address(options->to, &address);
	if (error)
		return error;
	listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (listener < 0)
		return errno;
	if (bind(listener, (const struct sockaddr *)&address, length) != 0 ||
	    listen(listener, 1) != 0 ||
	    getsockname(listener, (struct sockaddr *)&address, &length) != 0) {
		error = errno;
		goto close_listener;
	}
	for (size_t i = 0; i < count && !error; i++)
		error = open_tcp(listener, &from, &address, &pairs[i]);

close_listener:
	close(listener);
	return error;
}

/* Makes one connection only, since the device has one listener for it. */
static int open_verbs(const struct link_options *options, size_t count, struct link_pair *pairs)
{
	int spins = options->mode == WAIT_SPIN;
	/* A separate port, since several links may be measured in turn. */
	uint16_t port = (uint16_t)(FIRST_VERBS_PORT + getpid() % VERBS_PORTS);

	if (count != 1)
		return EOPNOTSUPP;
	pairs->client.verbs = verbs_link_new(options->from, options->to, port, 1, spins);
	pairs->server.verbs = verbs_link_new(options->from, options->to, port, 0, spins);
	return 0;
}

int link_open(const struct link_options *options, size_t count, struct link_pair *pairs)
{
	for (size_t i = 0; i < count; i++) {
		pairs[i].client.options = *options;
		pairs[i].server.options = *options;
		pairs[i].client.socket = -1;
		pairs[i].server.socket = -1;
	}
	if (options->transport == TRANSPORT_RING)
		return open_rings(options, count, pairs);
	if (options->transport == TRANSPORT_TCP)
		return open_tcps(options, count, pairs);
	return open_verbs(options, count, pairs);
}

void link_connect(struct link_end *end)
{
	if (end->verbs != NULL)
		verbs_link_open(end->verbs);
}

void link_forget(struct link_end *end)
{
	if (end->socket >= 0)
		close(end->socket);
	verbs_link_free(end->verbs);
}

void link_wait_by(struct link_end *end, enum wait_mode mode)
{
	end->options.mode = mode;
	if (end->verbs != NULL)
		verbs_link_wait_by(end->verbs, mode == WAIT_SPIN);
	end->out.waiter.mode = mode;
	end->in.waiter.mode = mode;
}

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "jfs-baseline: %s: %s\n", what, strerror(errno));
	exit(1);
}

void link_send(struct link_end *end, const void *bytes, size_t length)
{
	const char *from = bytes;

	if (end->options.transport == TRANSPORT_RING) {
		ring_send(&end->out, bytes, length, end->options.piece);
		return;
	}
	if (end->options.transport == TRANSPORT_VERBS) {
		verbs_link_send(end->verbs, bytes, length);
		return;
	}
	while (length > 0) {
		ssize_t sent = send(end->socket, from, length, MSG_NOSIGNAL);

		if (sent < 0 && errno != EINTR)
			fail("send");
		if (sent > 0) {
			from += sent;
			length -= (size_t)sent;
		}
	}
}

void link_finish(struct link_end *end)
{
	if (end->options.transport == TRANSPORT_RING)
		ring_finish(&end->out);
	else if (end->options.transport == TRANSPORT_VERBS)
		verbs_link_finish(end->verbs);
	else if (shutdown(end->socket, SHUT_WR) != 0)
		fail("shutdown");
}

size_t link_receive(struct link_end *end, void *bytes, size_t length)
{
	int spins = end->options.mode == WAIT_SPIN;

	if (end->options.transport == TRANSPORT_RING)
		return ring_receive(&end->in, bytes, length);
	if (end->options.transport == TRANSPORT_VERBS)
		return verbs_link_receive(end->verbs, bytes, length);
	for (;;) {
		ssize_t received = recv(end->socket, bytes, length, spins ? MSG_DONTWAIT : 0);

		if (received >= 0)
			return (size_t)received;
		if (errno == EAGAIN)
			relax();
		else if (errno != EINTR)
			fail("recv");
	}
}

int link_receive_all(struct link_end *end, void *bytes, size_t length)
{
	char *to = bytes;

	while (length > 0) {
		size_t received = link_receive(end, to, length);

		if (received == 0)
			return 0;
		to += received;
		length -= received;
	}
	return 1;
}

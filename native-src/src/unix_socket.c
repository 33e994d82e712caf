#include "jfs/unix_socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Room for one descriptor: the kernel itself then drops all others, and reports that. */
union control {
	struct cmsghdr header;
	char space[CMSG_SPACE(sizeof(int))];
};

static int option(int socket, int name, int *out)
{
	socklen_t length = sizeof(*out);

	return getsockopt(socket, SOL_SOCKET, name, out, &length) == 0 ? 0 : errno;
}

/* Other sockets would send the bytes without the descriptor, or have no peer. */
static int require_unix_stream(int socket)
{
	int domain, type, error;

	error = option(socket, SO_DOMAIN, &domain);
	if (error)
		return error;
	error = option(socket, SO_TYPE, &type);
	if (error)
		return error;
	return domain == AF_UNIX && type == SOCK_STREAM ? 0 : EPROTOTYPE;
}

int jfs_unix_send(int socket, const void *bytes, size_t length, int descriptor, size_t *out_sent)
{
	/* Sending does not change the bytes; the structure serves receiving, too. */
	struct iovec vector = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = length};
	union control control;
	struct msghdr message;
	ssize_t sent;
	int error;

	/* A descriptor needs a byte to go with. */
	if (bytes == NULL || length == 0 || out_sent == NULL)
		return EINVAL;
	error = require_unix_stream(socket);
	if (error)
		return error;
	memset(&control, 0, sizeof(control));
	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(sizeof(descriptor));
	memcpy(CMSG_DATA(&control.header), &descriptor, sizeof(descriptor));
	memset(&message, 0, sizeof(message));
	message.msg_iov = &vector;
	message.msg_iovlen = 1;
	message.msg_control = &control;
	message.msg_controllen = sizeof(control);
	do
		sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
	while (sent < 0 && errno == EINTR);
	if (sent < 0)
		return errno;
	*out_sent = (size_t)sent;
	return 0;
}

/*
 * The descriptors of one control message: the first goes to *kept if that is free, the others are
 * closed.
 */
static int take_descriptors(const struct cmsghdr *header, int *kept)
{
	size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	int surplus = 0;

	for (size_t i = 0; i < count; i++) {
		int descriptor;

		memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(descriptor));
		if (*kept < 0) {
			*kept = descriptor;
		} else {
			close(descriptor);
			surplus = 1;
		}
	}
	return surplus;
}

int jfs_unix_receive(int socket, void *bytes, size_t length, size_t *out_received,
		     int *out_descriptor)
{
	struct iovec vector = {.iov_base = bytes, .iov_len = length};
	union control control;
	struct cmsghdr *header;
	struct msghdr message;
	int descriptor = -1, surplus = 0;
	ssize_t received;
	int error;

	if (bytes == NULL || length == 0 || out_received == NULL || out_descriptor == NULL)
		return EINVAL;
	error = require_unix_stream(socket);
	if (error)
		return error;
	do {
		memset(&message, 0, sizeof(message));
		message.msg_iov = &vector;
		message.msg_iovlen = 1;
		message.msg_control = &control;
		/* Less than sizeof(control): its padding would be room for a second one. */
		message.msg_controllen = CMSG_LEN(sizeof(int));
		received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
	} while (received < 0 && errno == EINTR);
	if (received < 0)
		return errno;
	for (header = CMSG_FIRSTHDR(&message); header != NULL;
	     header = CMSG_NXTHDR(&message, header))
		if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
			surplus |= take_descriptors(header, &descriptor);
	if ((message.msg_flags & MSG_CTRUNC) != 0) {
		/* The kernel closed all that came, or all but the first. */
		if (descriptor < 0)
			descriptor = JFS_UNIX_LOST;
		else
			surplus = 1;
	}
	if (surplus) {
		error = EPROTO;
		goto close_descriptor;
	}
	*out_received = (size_t)received;
	*out_descriptor = descriptor;
	return 0;

close_descriptor:
	if (descriptor >= 0)
		close(descriptor);
	return error;
}

int jfs_unix_peer(int socket, struct jfs_peer *out)
{
	struct ucred peer;
	socklen_t length = sizeof(peer);
	int error, listens;

	if (out == NULL)
		return EINVAL;
	error = require_unix_stream(socket);
	if (error)
		return error;
	error = option(socket, SO_ACCEPTCONN, &listens);
	if (error)
		return error;
	/* The kernel would return this process itself. */
	if (listens)
		return ENOTCONN;
	if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
		return errno;
	/* The kernel's answer for a socket without a peer. */
	if (peer.uid == (uid_t)-1)
		return ENOTCONN;
	out->uid = peer.uid;
	out->pid = peer.pid;
	return 0;
}

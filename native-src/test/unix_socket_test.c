#include "jfs/unix_socket.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define UNTOUCHED (-4711)
#define UNTOUCHED_SIZE ((size_t)4711)

static void make_pair(int pair[2])
{
	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) == 0);
}

static void close_pair(const int pair[2])
{
	CHECK(close(pair[0]) == 0);
	CHECK(close(pair[1]) == 0);
}

static int open_descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	int count = 0;

	CHECK(directory != NULL);
	while (readdir(directory) != NULL)
		count++;
	CHECK(closedir(directory) == 0);
	return count;
}

static int is_same_file(int one, int other)
{
	struct stat first, second;

	CHECK(fstat(one, &first) == 0);
	CHECK(fstat(other, &second) == 0);
	return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* As a peer might do that is not JFS, or is hostile. */
static void send_many(int socket, const int *descriptors, size_t count)
{
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(16 * sizeof(int))];
	} control;
	char byte = 'x';
	struct iovec vector = {&byte, 1};
	struct msghdr message;

	memset(&control, 0, sizeof(control));
	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(count * sizeof(int));
	memcpy(CMSG_DATA(&control.header), descriptors, count * sizeof(int));
	memset(&message, 0, sizeof(message));
	message.msg_iov = &vector;
	message.msg_iovlen = 1;
	message.msg_control = &control;
	message.msg_controllen = CMSG_SPACE(count * sizeof(int));
	CHECK(sendmsg(socket, &message, MSG_NOSIGNAL) == 1);
}

static void passes_a_descriptor_with_bytes(void)
{
	int before = open_descriptors(), pair[2], file, received_file = UNTOUCHED;
	size_t sent = UNTOUCHED_SIZE, received = UNTOUCHED_SIZE;
	char buffer[16];

	make_pair(pair);
	file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
	CHECK(file >= 0);
	CHECK(jfs_unix_send(pair[0], "hello", 5, file, &sent) == 0);
	CHECK(sent == 5);
	CHECK(jfs_unix_receive(pair[1], buffer, sizeof(buffer), &received, &received_file) == 0);
	CHECK(received == 5);
	CHECK(memcmp(buffer, "hello", 5) == 0);
	CHECK(received_file >= 0 && received_file != file);
	CHECK(is_same_file(file, received_file));
	CHECK((fcntl(received_file, F_GETFD) & FD_CLOEXEC) != 0);
	CHECK(close(received_file) == 0);
	CHECK(close(file) == 0);
	close_pair(pair);
	CHECK(open_descriptors() == before);
}

/*
 * Bytes before it come together with it; bytes after it come separately and without a descriptor.
 */
static void keeps_a_descriptor_with_its_bytes(void)
{
	int pair[2], first = UNTOUCHED, second = UNTOUCHED;
	size_t sent, received;
	char buffer[16];

	make_pair(pair);
	CHECK(write(pair[0], "ab", 2) == 2);
	CHECK(jfs_unix_send(pair[0], "cd", 2, 0, &sent) == 0);
	CHECK(jfs_unix_send(pair[0], "ef", 2, 0, &sent) == 0);
	CHECK(write(pair[0], "gh", 2) == 2);
	CHECK(jfs_unix_receive(pair[1], buffer, sizeof(buffer), &received, &first) == 0);
	CHECK(received == 4 && memcmp(buffer, "abcd", 4) == 0);
	CHECK(jfs_unix_receive(pair[1], buffer, 1, &received, &second) == 0);
	CHECK(received == 1 && buffer[0] == 'e');
	CHECK(first >= 0 && second >= 0 && first != second);
	CHECK(close(first) == 0 && close(second) == 0);
	CHECK(jfs_unix_receive(pair[1], buffer, sizeof(buffer), &received, &first) == 0);
	CHECK(received == 3 && memcmp(buffer, "fgh", 3) == 0);
	CHECK(first == -1);
	close_pair(pair);
}

static void never_waits(void)
{
	int pair[2], descriptor = UNTOUCHED;
	size_t sent = UNTOUCHED_SIZE, received = UNTOUCHED_SIZE, total = 0;
	static char bytes[65536];
	int error;

	/* Not even if the socket blocks. */
	CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
	CHECK(jfs_unix_receive(pair[1], bytes, 1, &received, &descriptor) == EAGAIN);
	CHECK(received == UNTOUCHED_SIZE && descriptor == UNTOUCHED);
	while ((error = jfs_unix_send(pair[0], bytes, sizeof(bytes), 0, &sent)) == 0) {
		CHECK(sent >= 1 && sent <= sizeof(bytes));
		total += sent;
	}
	CHECK(error == EAGAIN);
	while (jfs_unix_receive(pair[1], bytes, sizeof(bytes), &received, &descriptor) == 0) {
		total -= received;
		CHECK(descriptor < 0 || close(descriptor) == 0);
	}
	CHECK(total == 0);
	close_pair(pair);
}

static void sees_the_end_of_the_stream(void)
{
	int pair[2], descriptor = UNTOUCHED;
	size_t received = UNTOUCHED_SIZE, sent = UNTOUCHED_SIZE;
	char byte;

	make_pair(pair);
	CHECK(close(pair[0]) == 0);
	CHECK(jfs_unix_receive(pair[1], &byte, 1, &received, &descriptor) == 0);
	CHECK(received == 0);
	CHECK(descriptor == -1);
	/* An error, not a signal, which would end this program. */
	CHECK(jfs_unix_send(pair[1], "x", 1, 0, &sent) == EPIPE);
	CHECK(sent == UNTOUCHED_SIZE);
	CHECK(close(pair[1]) == 0);
}

static void keeps_none_where_too_many_came(size_t count)
{
	const int descriptors[16] = {0};
	int before = open_descriptors(), pair[2], descriptor = UNTOUCHED;
	size_t received = UNTOUCHED_SIZE;
	char byte;

	make_pair(pair);
	send_many(pair[0], descriptors, count);
	CHECK(jfs_unix_receive(pair[1], &byte, 1, &received, &descriptor) == EPROTO);
	CHECK(received == UNTOUCHED_SIZE && descriptor == UNTOUCHED);
	close_pair(pair);
	CHECK(open_descriptors() == before);
}

static void receive_one(int socket, char expected, int *out_descriptor)
{
	size_t received = UNTOUCHED_SIZE;
	char byte = 0;

	*out_descriptor = UNTOUCHED;
	CHECK(jfs_unix_receive(socket, &byte, 1, &received, out_descriptor) == 0);
	CHECK(received == 1 && byte == expected);
}

static void loses_no_bytes_where_there_is_room_for_no_descriptor(void)
{
	const int descriptors[2] = {0};
	int before = open_descriptors(), pair[2], descriptor;
	struct rlimit saved, lowered;
	size_t sent;

	make_pair(pair);
	CHECK(jfs_unix_send(pair[0], "a", 1, 0, &sent) == 0);
	send_many(pair[0], descriptors, 2);
	CHECK(write(pair[0], "b", 1) == 1);
	CHECK(jfs_unix_send(pair[0], "c", 1, 0, &sent) == 0);
	CHECK(getrlimit(RLIMIT_NOFILE, &saved) == 0);
	lowered = saved;
	lowered.rlim_cur = 0;
	CHECK(setrlimit(RLIMIT_NOFILE, &lowered) == 0);
	receive_one(pair[1], 'a', &descriptor);
	CHECK(descriptor == JFS_UNIX_LOST);
	/* One or more is all that the kernel tells. */
	receive_one(pair[1], 'x', &descriptor);
	CHECK(descriptor == JFS_UNIX_LOST);
	receive_one(pair[1], 'b', &descriptor);
	CHECK(descriptor == -1);
	CHECK(setrlimit(RLIMIT_NOFILE, &saved) == 0);
	receive_one(pair[1], 'c', &descriptor);
	CHECK(descriptor >= 0 && close(descriptor) == 0);
	close_pair(pair);
	CHECK(open_descriptors() == before);
}

/* Room in this process for one, and two come. */
static void keeps_none_where_one_of_two_has_room(void)
{
	const int descriptors[2] = {0};
	int before = open_descriptors(), pair[2], next, descriptor = UNTOUCHED;
	struct rlimit saved, lowered;
	size_t received = UNTOUCHED_SIZE;
	char byte;

	make_pair(pair);
	send_many(pair[0], descriptors, 2);
	next = dup(0);
	CHECK(next >= 0 && close(next) == 0);
	CHECK(getrlimit(RLIMIT_NOFILE, &saved) == 0);
	lowered = saved;
	lowered.rlim_cur = (rlim_t)next + 1;
	CHECK(setrlimit(RLIMIT_NOFILE, &lowered) == 0);
	CHECK(jfs_unix_receive(pair[1], &byte, 1, &received, &descriptor) == EPROTO);
	CHECK(received == UNTOUCHED_SIZE && descriptor == UNTOUCHED);
	CHECK(setrlimit(RLIMIT_NOFILE, &saved) == 0);
	close_pair(pair);
	CHECK(open_descriptors() == before);
}

static void refuses(int socket, int error)
{
	int descriptor = UNTOUCHED;
	size_t size = UNTOUCHED_SIZE;
	struct jfs_peer peer = {4711, UNTOUCHED};
	char byte;

	CHECK(jfs_unix_send(socket, "x", 1, 0, &size) == error);
	CHECK(jfs_unix_receive(socket, &byte, 1, &size, &descriptor) == error);
	CHECK(jfs_unix_peer(socket, &peer) == error);
	CHECK(size == UNTOUCHED_SIZE && descriptor == UNTOUCHED);
	CHECK(peer.uid == 4711 && peer.pid == UNTOUCHED);
}

static void refuses_what_is_no_unix_stream(void)
{
	int pair[2], internet;

	refuses(-1, EBADF);
	CHECK(pipe2(pair, O_CLOEXEC) == 0);
	refuses(pair[0], ENOTSOCK);
	close_pair(pair);
	CHECK(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair) == 0);
	refuses(pair[0], EPROTOTYPE);
	close_pair(pair);
	internet = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	refuses(internet, EPROTOTYPE);
	CHECK(close(internet) == 0);
}

static void refuses_bad_arguments(void)
{
	int pair[2], descriptor = UNTOUCHED;
	size_t size = UNTOUCHED_SIZE;
	char byte = 'x';

	make_pair(pair);
	CHECK(jfs_unix_send(pair[0], &byte, 0, 0, &size) == EINVAL);
	CHECK(jfs_unix_send(pair[0], NULL, 1, 0, &size) == EINVAL);
	CHECK(jfs_unix_send(pair[0], &byte, 1, 0, NULL) == EINVAL);
	CHECK(jfs_unix_send(pair[0], &byte, 1, -1, &size) == EBADF);
	CHECK(jfs_unix_receive(pair[1], &byte, 0, &size, &descriptor) == EINVAL);
	CHECK(jfs_unix_receive(pair[1], NULL, 1, &size, &descriptor) == EINVAL);
	CHECK(jfs_unix_receive(pair[1], &byte, 1, NULL, &descriptor) == EINVAL);
	CHECK(jfs_unix_receive(pair[1], &byte, 1, &size, NULL) == EINVAL);
	CHECK(jfs_unix_receive(pair[1], &byte, 1, &size, &descriptor) == EAGAIN);
	CHECK(jfs_unix_peer(pair[0], NULL) == EINVAL);
	CHECK(size == UNTOUCHED_SIZE && descriptor == UNTOUCHED);
	close_pair(pair);
}

/* A listening socket without a name in the file system, and its address. */
static int listening(struct sockaddr_un *address, socklen_t *length)
{
	int socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	*length = sizeof(address->sun_family);
	CHECK(bind(socket_, (struct sockaddr *)address, *length) == 0);
	CHECK(listen(socket_, 1) == 0);
	*length = sizeof(*address);
	CHECK(getsockname(socket_, (struct sockaddr *)address, length) == 0);
	return socket_;
}

static void tells_the_user_and_process_of_the_peer(void)
{
	struct sockaddr_un address;
	struct jfs_peer peer = {4711, UNTOUCHED};
	socklen_t length;
	int listener = listening(&address, &length);
	int accepted, status;
	pid_t child = fork();

	CHECK(child >= 0);
	if (child == 0) {
		int connecting = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

		CHECK(connect(connecting, (struct sockaddr *)&address, length) == 0);
		CHECK(jfs_unix_peer(connecting, &peer) == 0);
		CHECK(peer.uid == geteuid());
		CHECK(peer.pid == getppid());
		_exit(check_result());
	}
	accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	CHECK(accepted >= 0);
	CHECK(jfs_unix_peer(accepted, &peer) == 0);
	CHECK(peer.uid == geteuid());
	CHECK(peer.pid == child);
	CHECK(waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	CHECK(close(accepted) == 0);
	CHECK(close(listener) == 0);
}

static void knows_no_peer_of_an_unconnected_socket(void)
{
	struct sockaddr_un address;
	struct jfs_peer peer = {4711, UNTOUCHED};
	socklen_t length;
	int unconnected = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int listener = listening(&address, &length);

	CHECK(jfs_unix_peer(unconnected, &peer) == ENOTCONN);
	CHECK(jfs_unix_peer(listener, &peer) == ENOTCONN);
	CHECK(peer.uid == 4711 && peer.pid == UNTOUCHED);
	CHECK(close(unconnected) == 0);
	CHECK(close(listener) == 0);
}

int main(void)
{
	passes_a_descriptor_with_bytes();
	keeps_a_descriptor_with_its_bytes();
	never_waits();
	sees_the_end_of_the_stream();
	keeps_none_where_too_many_came(2);
	keeps_none_where_too_many_came(16);
	loses_no_bytes_where_there_is_room_for_no_descriptor();
	keeps_none_where_one_of_two_has_room();
	refuses_what_is_no_unix_stream();
	refuses_bad_arguments();
	tells_the_user_and_process_of_the_peer();
	knows_no_peer_of_an_unconnected_socket();
	return check_result();
}

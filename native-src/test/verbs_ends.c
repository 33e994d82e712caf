#include "verbs_ends.h"

#include <sys/mman.h>
#include <time.h>

struct jfs_verbs *verbs;
struct jfs_verbs_listener *listener;
struct jfs_verbs_request *request;
struct end ends[2];
struct jfs_verbs_event last_request;
bool listener_gone;

int64_t millis(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * INT64_C(1000) + time.tv_nsec / 1000000;
}

struct sockaddr_storage address_of(const char *host, uint16_t port)
{
	struct sockaddr_storage address;
	struct sockaddr_in *four = (void *)&address;

	memset(&address, 0, sizeof(address));
	four->sin_family = AF_INET;
	four->sin_port = htons(port);
	CHECK(inet_pton(AF_INET, host, &four->sin_addr) == 1);
	return address;
}

void take(const struct jfs_verbs_event *event)
{
	if (event->kind == JFS_VERBS_REQUEST) {
		CHECK(event->token == LISTENER);
		CHECK(request == NULL);
		request = event->request;
		last_request = *event;
	} else if (event->kind == JFS_VERBS_DEVICE_GONE && event->token == LISTENER) {
		listener_gone = true;
	} else if (event->kind != JFS_VERBS_NONE) {
		struct end *end = &ends[event->token];

		CHECK(event->token < 2);
		end->seen |= 1U << event->kind;
		if (event->kind == JFS_VERBS_FAILED || event->kind == JFS_VERBS_REFUSED) {
			end->error = event->error;
			end->status = event->status;
		}
		if (event->kind == JFS_VERBS_ACCEPTED || event->kind == JFS_VERBS_REFUSED) {
			end->peer_qp = event->peer_qp;
			end->data_length = event->data_length;
			memcpy(end->data, event->data, sizeof(end->data));
		}
	}
}

bool saw(unsigned which, enum jfs_verbs_event_kind kind)
{
	return (ends[which].seen & 1U << kind) != 0;
}

void pump(int timeout)
{
	struct jfs_verbs_event event;

	CHECK(jfs_verbs_next_event(verbs, timeout, &event) == 0);
	take(&event);
}

bool wait_for(unsigned which, uint32_t kinds, int timeout)
{
	int64_t until = millis() + timeout;

	while (kinds == 0 ? request == NULL : (ends[which].seen & kinds) == 0) {
		if (millis() >= until)
			return false;
		pump((int)(until - millis()));
	}
	return true;
}

void begin(void)
{
	CHECK(jfs_verbs_open(&verbs) == 0);
	memset(ends, 0, sizeof(ends));
	request = NULL;
}

void listen_on(const struct sockaddr_storage *local)
{
	CHECK(jfs_verbs_listen(verbs, (const struct sockaddr *)local, 8, LISTENER, &listener) == 0);
}

void end_all(void)
{
	for (unsigned i = 0; i < 2; i++) {
		jfs_verbs_destroy(ends[i].connection);
		if (ends[i].ring != NULL)
			munmap(ends[i].ring, RING);
		if (ends[i].source != NULL)
			munmap(ends[i].source, RING);
	}
	memset(ends, 0, sizeof(ends));
	jfs_verbs_unlisten(listener);
	listener = NULL;
	jfs_verbs_close(verbs);
	verbs = NULL;
}

int ask(const struct sockaddr_storage *from, const struct sockaddr_storage *to,
	const struct jfs_verbs_settings *settings, const void *data, size_t length)
{
	return jfs_verbs_connect(verbs, (const struct sockaddr *)from, (const struct sockaddr *)to,
				 settings, data, length, 0, &ends[0].connection);
}

void connect_addresses(const struct sockaddr_storage *from, const struct sockaddr_storage *to,
		       const struct jfs_verbs_settings *settings)
{
	CHECK(ask(from, to, settings, "hello", 5) == 0);
	CHECK(wait_for(0, 0, 10000));
	if (request == NULL)
		exit(1);
	CHECK(jfs_verbs_accept(request, settings, "welcome", 7, 1, &ends[1].connection) == 0);
	request = NULL;
	CHECK(last_request.peer_qp == jfs_verbs_qp(ends[0].connection));
	CHECK(wait_for(0, ANSWERED, 10000) && saw(0, JFS_VERBS_ACCEPTED));
	CHECK(wait_for(1, BIT(ESTABLISHED) | BIT(FAILED), 10000) && saw(1, JFS_VERBS_ESTABLISHED));
	CHECK(ends[0].peer_qp == jfs_verbs_qp(ends[1].connection));
	CHECK(jfs_verbs_qp(ends[0].connection) != 0 && jfs_verbs_qp(ends[1].connection) != 0);
}

uint8_t *memory(size_t size)
{
	uint8_t *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	CHECK(bytes != MAP_FAILED);
	return bytes;
}

static int send_message(struct end *end, const void *message)
{
	int error = jfs_verbs_send(end->connection, message);

	if (error == 0) {
		end->posted++;
		end->told++;
	}
	return error;
}

void offer(struct end *end)
{
	uint8_t message[JFS_VERBS_MESSAGE] = "memory";
	uint64_t address;

	end->ring = memory(RING);
	end->source = memory(RING);
	address = (uintptr_t)end->ring;
	CHECK(jfs_verbs_register(end->connection, end->ring, RING, true, &end->ring_region) == 0);
	CHECK(jfs_verbs_register(end->connection, end->source, RING, false,
				 &end->source_region) == 0);
	memcpy(message + 8, &address, sizeof(address));
	memcpy(message + 16, &end->ring_region.remote_key, sizeof(end->ring_region.remote_key));
	CHECK(send_message(end, message) == 0);
}

static void checksum(uint64_t *sum, uint8_t byte)
{
	*sum = (*sum ^ byte) * UINT64_C(1099511628211);
}

static void take_message(struct end *end, const uint8_t *message)
{
	uint64_t number;

	if (memcmp(message, "memory", 7) == 0) {
		memcpy(&end->peer_address, message + 8, sizeof(end->peer_address));
		memcpy(&end->peer_key, message + 16, sizeof(end->peer_key));
		return;
	}
	memcpy(&number, message + 8, sizeof(number));
	CHECK(number == end->messages_received);
	for (unsigned i = 16; i < JFS_VERBS_MESSAGE; i++)
		CHECK(message[i] == (uint8_t)(number * 31 + i));
	end->messages_received++;
}

bool look(struct end *end)
{
	struct jfs_verbs_progress progress;
	int error = jfs_verbs_poll(end->connection, &progress, &end->broken_status);

	if (error) {
		end->broken = error;
		return false;
	}
	for (uint32_t i = 0; i < progress.bytes; i++)
		checksum(&end->checksum_read, end->ring[(end->read + i) % RING]);
	end->read += progress.bytes;
	end->taken += progress.received;
	end->sent += progress.sent;
	for (uint32_t i = 0; i < progress.messages; i++)
		take_message(end, progress.message[i]);
	return progress.received > 0 || progress.sent > 0;
}

void exchange(void)
{
	int64_t until = millis() + 10000;

	offer(&ends[0]);
	offer(&ends[1]);
	while ((ends[0].peer_key == 0 || ends[1].peer_key == 0) && millis() < until)
		for (unsigned i = 0; i < 2; i++)
			look(&ends[i]);
	CHECK(ends[0].peer_key != 0 && ends[1].peer_key != 0);
}

void join_with(const struct jfs_verbs_settings *settings)
{
	struct sockaddr_storage from = address_of("10.9.0.1", 0), to = address_of("10.9.0.2", PORT);

	begin();
	listen_on(&to);
	connect_addresses(&from, &to, settings);
	exchange();
}

void join(void)
{
	join_with(&usual);
}

int write_some(struct end *end, uint32_t length)
{
	uint32_t place = (uint32_t)(end->written % RING);
	int error;

	if (length > RING - place)
		length = RING - place;
	for (uint32_t i = 0; i < length; i++)
		end->source[place + i] = (uint8_t)rand();
	error = jfs_verbs_write(end->connection, &end->source_region, place, length,
				end->peer_address + place, end->peer_key);
	if (error)
		return error;
	for (uint32_t i = 0; i < length; i++)
		checksum(&end->checksum_written, end->source[place + i]);
	end->written += length;
	end->posted++;
	end->told++;
	return 0;
}

int send_number(struct end *end)
{
	uint8_t message[JFS_VERBS_MESSAGE] = "number";
	int error;

	memcpy(message + 8, &end->messages_sent, sizeof(end->messages_sent));
	for (unsigned i = 16; i < sizeof(message); i++)
		message[i] = (uint8_t)(end->messages_sent * 31 + i);
	error = send_message(end, message);
	if (error == 0)
		end->messages_sent++;
	return error;
}

bool settled(void)
{
	return ends[0].read == ends[1].written && ends[1].read == ends[0].written &&
	       ends[0].sent == ends[0].posted && ends[1].sent == ends[1].posted &&
	       ends[0].taken == ends[1].told && ends[1].taken == ends[0].told;
}

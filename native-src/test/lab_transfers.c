/* Bytes and messages, and what a device refuses. */
#include "verbs_lab.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

#include "verbs_ends.h"

/* Both ways at once, as fast as slots and room allow; each end sees what the other sent. */
static void transfer(const struct jfs_verbs_settings *settings, unsigned operations)
{
	int64_t start, until;
	unsigned done = 0;

	join_with(settings);
	srand(1);
	start = millis();
	until = start + 240000;
	while (done < operations && ends[0].broken == 0 && ends[1].broken == 0 && millis() < until) {
		for (unsigned i = 0; i < 2; i++) {
			struct end *end = &ends[i], *peer = &ends[1 - i];
			uint32_t length = (uint32_t)rand() % (rand() % 8 == 0 ? 20000 : 200) + 1;
			int error = 0;

			if (end->told - peer->taken < settings->receive_slots) {
				if (rand() % 4 == 0)
					error = send_number(end);
				else if (end->written + length - peer->read <= RING)
					error = write_some(end, length);
				else
					error = EAGAIN;
				done += error == 0;
				CHECK(error == 0 || error == EAGAIN || error == ENOMEM);
			}
			if (rand() % 4 == 0)
				look(end);
		}
	}
	CHECK(done >= operations);
	/* The last is a message: its completion reports all sends before it. */
	for (unsigned i = 0; i < 2; i++)
		while (send_number(&ends[i]) == ENOMEM && millis() < until)
			look(&ends[i]);
	until = millis() + 20000;
	while (!settled() && millis() < until)
		for (unsigned i = 0; i < 2; i++)
			look(&ends[i]);
	CHECK(settled());
	for (unsigned i = 0; i < 2; i++) {
		CHECK(ends[i].broken == 0);
		CHECK(ends[i].checksum_written == ends[1 - i].checksum_read);
		CHECK(ends[i].messages_sent == ends[1 - i].messages_received);
	}
	printf("  %u in %d ms, %u MiB; inline: %u\n", done, (int)(millis() - start),
	       (unsigned)((ends[0].written + ends[1].written) >> 20),
	       jfs_verbs_inline_bytes(ends[0].connection));
	end_all();
}

void lab_transfers(void)
{
	transfer(&usual, 100000);
}

/* With the fewest slots, and messages from slots too. */
void lab_transfers_narrowly(void)
{
	struct jfs_verbs_settings settings = usual;

	settings.receive_slots = 2;
	settings.send_slots = 2;
	settings.inline_bytes = 0;
	transfer(&settings, 20000);
}

#define TURNS 3000

/* How often a device may need a push: now and then one forgets to send again (Soft-RoCE). */
#define PUSHES 10

static sem_t bells[2];
static atomic_uint pushes, answered;

static bool told_within_a_second(unsigned which)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 1;
	return sem_timedwait(&bells[which], &until) == 0;
}

/* False if there was something without an event. */
static bool push(struct end *end, unsigned which)
{
	if (look(end))
		return told_within_a_second(which);
	end->posted++;
	return jfs_verbs_probe(end->connection) == 0 && atomic_fetch_add(&pushes, 1) < PUSHES;
}

/* Answers what it gets, as a sleeping thread does: arm, poll once more, and only then sleep. */
static void *answer(void *end_to_be)
{
	struct end *end = end_to_be;
	unsigned which = (unsigned)(end - ends), failures = 0;

	while (end->messages_received < TURNS && failures == 0) {
		uint64_t before = end->messages_received;

		while (end->messages_received == before && failures == 0) {
			failures += jfs_verbs_arm(end->connection) != 0;
			if (!look(end) && !told_within_a_second(which))
				failures += !push(end, which);
			failures += end->broken != 0;
		}
		failures += send_number(end) != 0;
	}
	CHECK(failures == 0);
	atomic_fetch_add(&answered, 1);
	return NULL;
}

/* A thread at each end, and one that wakes them: none goes on sleeping while there is something. */
void lab_sleeps(void)
{
	pthread_t threads[2];
	unsigned told = 0;
	int64_t start;

	join();
	while (look(&ends[0]) || look(&ends[1]) || !settled())
		;
	for (unsigned i = 0; i < 2; i++) {
		CHECK(jfs_verbs_arm(ends[i].connection) == 0);
		CHECK(sem_init(&bells[i], 0, 0) == 0);
	}
	pump(0);
	CHECK(!saw(0, JFS_VERBS_COMPLETIONS) && !saw(1, JFS_VERBS_COMPLETIONS));
	start = millis();
	CHECK(send_number(&ends[0]) == 0);
	for (unsigned i = 0; i < 2; i++)
		CHECK(pthread_create(&threads[i], NULL, answer, &ends[i]) == 0);
	while (atomic_load(&answered) < 2) {
		struct jfs_verbs_event event;

		CHECK(jfs_verbs_next_event(verbs, 100, &event) == 0);
		if (event.kind == JFS_VERBS_COMPLETIONS) {
			CHECK(sem_post(&bells[event.token]) == 0);
			told++;
		}
	}
	for (unsigned i = 0; i < 2; i++)
		CHECK(pthread_join(threads[i], NULL) == 0);
	CHECK(told > 0 && ends[0].messages_received == TURNS);
	printf("  %d turns in %d ms, told %u times, pushed %u times\n", TURNS,
	       (int)(millis() - start), told, atomic_load(&pushes));
	end_all();
}

/* Without a free slot at the peer: it breaks, and does not hang. */
void lab_slots(void)
{
	int64_t start;

	join();
	for (unsigned i = 0; i < usual.receive_slots + 8; i++) {
		int error;

		while ((error = send_number(&ends[0])) == ENOMEM && ends[0].broken == 0)
			look(&ends[0]);
		if (error)
			break;
	}
	start = millis();
	while (ends[0].broken == 0 && millis() < start + 20000)
		look(&ends[0]);
	CHECK(ends[0].broken == ECONNRESET && ends[0].broken_status == RECEIVER_RETRIES);
	printf("  status %d after %d ms\n", ends[0].broken_status, (int)(millis() - start));
	end_all();
}

/* Even if the peer gives a wrong address: nothing is written beyond its memory. */
void lab_regions(void)
{
	static const struct {
		int64_t offset;
		uint32_t key;
	} cases[] = {{1, 0}, {-1, 0}, {(int64_t)1 << 40, 0}, {0, 1}, {0, 0x100}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int64_t until;

		join();
		while (look(&ends[0]) || look(&ends[1]) || !settled())
			;
		memset(ends[1].ring, 0x5a, RING);
		CHECK(jfs_verbs_write(ends[0].connection, &ends[0].source_region, 0, RING,
				      ends[0].peer_address + (uint64_t)cases[i].offset,
				      ends[0].peer_key ^ cases[i].key) == 0);
		until = millis() + 10000;
		while (ends[0].broken == 0 && millis() < until)
			look(&ends[0]);
		CHECK(ends[0].broken == ECONNRESET && ends[0].broken_status == ACCESS);
		until = millis() + 500;
		while (ends[1].broken == 0 && millis() < until) {
			pump(10);
			look(&ends[1]);
		}
		for (unsigned j = 0; j < RING; j++)
			if (ends[1].ring[j] != 0x5a) {
				CHECK(!"nothing was written");
				break;
			}
		printf("  writer: status %d; the other: %s, status %d, events %#x\n",
		       ends[0].broken_status, ends[1].broken ? "broken" : "as before",
		       ends[1].broken_status, ends[1].seen);
		end_all();
	}
}

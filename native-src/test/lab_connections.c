/* Connecting, and what keeps a connection from being made. */
#include "verbs_lab.h"

#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <unistd.h>

#include "verbs_ends.h"

void lab_devices(void)
{
	struct sockaddr_storage ours = address_of("10.9.0.1", 0), all = address_of("0.0.0.0", 0);
	struct sockaddr_storage loop = address_of("127.0.0.1", 0);
	struct sockaddr_storage strange = address_of("192.0.2.1", 0);
	struct jfs_verbs_device found[8];
	size_t count = 0;

	begin();
	CHECK(jfs_verbs_devices(verbs, found, 8, &count) == 0 && count >= 1);
	for (size_t i = 0; i < count; i++) {
		printf("  %s %s%s%s\n", found[i].name, found[i].link_layer,
		       found[i].active ? " active" : "", found[i].immediates ? " immediates" : "");
		CHECK(found[i].immediates);
	}
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == 0);
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&all) == ENODEV);
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&loop) == ENODEV);
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&strange) == ENODEV);
	end_all();
}

void lab_connects(void)
{
	const struct sockaddr_in *local, *remote;

	join();
	local = (const void *)&last_request.local;
	remote = (const void *)&last_request.remote;
	CHECK(local->sin_addr.s_addr == inet_addr("10.9.0.2") && local->sin_port == htons(PORT));
	CHECK(remote->sin_addr.s_addr == inet_addr("10.9.0.1"));
	CHECK(last_request.data_length >= 5 && memcmp(last_request.data, "hello\0", 6) == 0);
	CHECK(ends[0].data_length >= 7 && memcmp(ends[0].data, "welcome\0", 8) == 0);
	printf("  private data: %u and %u bytes; inline: %u\n", last_request.data_length,
	       ends[0].data_length, jfs_verbs_inline_bytes(ends[0].connection));
	/* The port is taken. */
	{
		struct sockaddr_storage to = address_of("10.9.0.2", PORT);
		struct jfs_verbs_listener *second = NULL;

		CHECK(jfs_verbs_listen(verbs, (struct sockaddr *)&to, 8, LISTENER, &second) ==
		      EADDRINUSE);
	}
	/* Either end may end it, and both may. */
	jfs_verbs_disconnect(ends[1].connection);
	CHECK(wait_for(0, BIT(DISCONNECTED), 5000));
	jfs_verbs_disconnect(ends[0].connection);
	CHECK(wait_for(1, BIT(DISCONNECTED), 5000));
	while (look(&ends[0]) || look(&ends[1]))
		;
	CHECK(ends[0].broken == ECONNRESET && ends[0].broken_status == FLUSHED);
	CHECK(ends[1].broken == ECONNRESET && ends[1].broken_status == FLUSHED);
	end_all();
}

/* A link-local address of this interface; without one there is no test. */
static bool link_local(const char *interface, struct sockaddr_storage *out)
{
	struct ifaddrs *all, *one;
	bool found = false;

	CHECK(getifaddrs(&all) == 0);
	for (one = all; one != NULL && !found; one = one->ifa_next) {
		const struct sockaddr_in6 *six = (const void *)one->ifa_addr;

		if (six == NULL || six->sin6_family != AF_INET6 ||
		    strcmp(one->ifa_name, interface) != 0 ||
		    !IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr))
			continue;
		memset(out, 0, sizeof(*out));
		memcpy(out, six, sizeof(*six));
		found = true;
	}
	freeifaddrs(all);
	return found;
}

void lab_connects6(void)
{
	struct sockaddr_storage from, to;
	struct sockaddr_in6 *there = (void *)&to;

	if (!link_local("va", &from) || !link_local("vb", &to)) {
		printf("  not tested: no IPv6 here\n");
		return;
	}
	begin();
	there->sin6_port = htons(PORT);
	/* They are usable only after duplicate address detection. */
	for (int i = 0; jfs_verbs_serves(verbs, (struct sockaddr *)&from) != 0 && i < 50; i++)
		usleep(100000);
	listen_on(&to);
	/* As seen from there. */
	there->sin6_scope_id = if_nametoindex("va");
	connect_addresses(&from, &to, &usual);
	CHECK(last_request.remote.ss_family == AF_INET6);
	exchange();
	end_all();
}

void lab_refused(void)
{
	struct sockaddr_storage from = address_of("10.9.0.1", 0), to = address_of("10.9.0.2", PORT);
	uint8_t reason[JFS_VERBS_REFUSE_DATA];

	for (size_t i = 0; i < sizeof(reason); i++)
		reason[i] = (uint8_t)(i + 1);
	begin();
	listen_on(&to);
	CHECK(ask(&from, &to, &usual, NULL, 0) == 0);
	CHECK(wait_for(0, 0, 10000));
	jfs_verbs_refuse(request, reason, sizeof(reason));
	CHECK(wait_for(0, ANSWERED, 10000) && saw(0, JFS_VERBS_REFUSED));
	CHECK(ends[0].error == ECONNREFUSED);
	CHECK(ends[0].data_length == sizeof(reason));
	CHECK(memcmp(ends[0].data, reason, sizeof(reason)) == 0);
	printf("  status %d\n", ends[0].status);
	end_all();
}

void lab_unanswered(void)
{
	struct sockaddr_storage from = address_of("10.9.0.1", 0), to = address_of("10.9.0.2", PORT);
	struct jfs_verbs_settings settings = usual;
	int64_t start;

	begin();
	CHECK(ask(&from, &to, &usual, NULL, 0) == 0);
	CHECK(wait_for(0, ANSWERED, 10000) && saw(0, JFS_VERBS_REFUSED));
	CHECK(ends[0].error == ECONNREFUSED);
	printf("  no listener: status %d, %u bytes of data\n", ends[0].status,
	       ends[0].data_length);
	jfs_verbs_destroy(ends[0].connection);
	memset(ends, 0, sizeof(ends));

	to = address_of("10.9.0.77", PORT);
	settings.resolve_millis = 500;
	start = millis();
	CHECK(ask(&from, &to, &settings, NULL, 0) == 0);
	CHECK(wait_for(0, ANSWERED, 10000) && saw(0, JFS_VERBS_FAILED));
	CHECK(ends[0].error == ETIMEDOUT || ends[0].error == EHOSTUNREACH ||
	      ends[0].error == ENETUNREACH);
	printf("  no host: error %d, status %d, after %d ms\n", ends[0].error, ends[0].status,
	       (int)(millis() - start));
	end_all();
}

/* Attempts that are given up at any moment, and connections that are. */
void lab_abandons(void)
{
	struct sockaddr_storage from = address_of("10.9.0.1", 0), to = address_of("10.9.0.2", PORT);

	int error = 0;

	begin();
	listen_on(&to);
	for (int steps = 0; steps < 40; steps++) {
		CHECK(ask(&from, &to, &usual, NULL, 0) == 0);
		for (int i = 0; i < steps % 8; i++) {
			struct jfs_verbs_event event;

			CHECK(jfs_verbs_next_event(verbs, 20, &event) == 0);
			take(&event);
			if (request == NULL)
				continue;
			if (steps % 3 == 0 || ends[1].connection != NULL)
				jfs_verbs_refuse(request, NULL, 0);
			else if ((error = jfs_verbs_accept(request, &usual, NULL, 0, 1,
							   &ends[1].connection)) != 0)
				jfs_verbs_refuse(request, NULL, 0);
			request = NULL;
		}
		jfs_verbs_destroy(ends[0].connection);
		if (steps % 2 == 0)
			pump(5);
		if (request != NULL) {
			jfs_verbs_refuse(request, NULL, 0);
			request = NULL;
		}
		jfs_verbs_destroy(ends[1].connection);
		memset(ends, 0, sizeof(ends));
		/* Those of the attempts that were given up. */
		do {
			pump(0);
			if (request == NULL)
				break;
			jfs_verbs_refuse(request, NULL, 0);
			request = NULL;
		} while (true);
	}
	/* Some requests were of attempts that were given up, which the server did not know. */
	if (error)
		printf("  accepting gave error %d\n", error);
	end_all();
}

/* The devices of the host, and which addresses they have. */
#include "verbs_fixture.h"

static void knows_the_devices(void)
{
	struct jfs_verbs *verbs = started();
	struct jfs_verbs_device devices[3];
	size_t count = 4711;
	int live = fake.live, error;
	unsigned call = 0;

	fake.devices = 2;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 2);
	CHECK(strcmp(devices[0].name, "fake0") == 0 && strcmp(devices[1].name, "fake1") == 0);
	CHECK(strcmp(devices[0].link_layer, "Ethernet") == 0);
	CHECK(devices[0].active && devices[0].immediates);
	CHECK(jfs_verbs_devices(verbs, devices, 1, &count) == 0 && count == 1);
	CHECK(jfs_verbs_devices(verbs, NULL, 0, &count) == 0 && count == 0);
	CHECK(fake.live == live);

	fake.devices = 1;
	fake.transport = IBV_TRANSPORT_IWARP;
	fake.link_layer = IBV_LINK_LAYER_INFINIBAND;
	fake.port_state = IBV_PORT_DOWN;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 1);
	CHECK(strcmp(devices[0].link_layer, "") == 0);
	CHECK(!devices[0].active && !devices[0].immediates);
	fake.port_state = IBV_PORT_ACTIVE;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 1);
	CHECK(strcmp(devices[0].link_layer, "InfiniBand") == 0 && devices[0].active);

	/* A device that fails is one of no use; only the list itself can be missing. */
	count = 4711;
	do {
		fake_fail(++call, FAILURE);
		error = jfs_verbs_devices(verbs, devices, 3, &count);
		CHECK(error == (call == 1 ? FAILURE : 0) && count == (call == 1 ? 4711 : 1));
		/* Of the ports the second is active. */
		if (error == 0)
			CHECK(devices[0].active == (!fake.failed || call == 4));
		CHECK(fake.live == live);
	} while (fake.failed);
	CHECK(call == 6);
	fake_fail(0, 0);
	fake.list_error = ENOSYS;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 0);
	fake.devices = 0;
	fake.list_error = 0;
	CHECK(jfs_verbs_devices(verbs, devices, 3, &count) == 0 && count == 0);
	closed(verbs);
}

static void knows_which_addresses_devices_have(void)
{
	struct jfs_verbs *verbs = started();
	struct sockaddr_in ours = address_of("10.9.0.1", 80), loop = address_of("127.0.0.1", 0);
	struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	struct sockaddr other = {.sa_family = AF_UNIX};
	int live = fake.live;

	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == 0);
	for (unsigned call = 1; call <= 2; call++) {
		fake_fail(call, EADDRNOTAVAIL);
		CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == ENODEV);
		CHECK(fake.failed);
	}
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&loop) == ENODEV);
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&six) == ENODEV);
	CHECK(jfs_verbs_serves(verbs, &other) == ENODEV);
	six.sin6_addr.s6_addr[0] = 0xfe;
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&six) == 0);
	fake.transport = IBV_TRANSPORT_IWARP;
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == ENODEV);
	fake.transport = IBV_TRANSPORT_IB;
	fake.served = false;
	CHECK(jfs_verbs_serves(verbs, (struct sockaddr *)&ours) == ENODEV);
	CHECK(fake.live == live);
	closed(verbs);
}

static void knows_software(void)
{
	static const struct {
		uint32_t vendor;
		bool software;
	} cases[] = {{0, true}, {0xffffff, true}, {0x626d74, true}, {0x2c9, false}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct jfs_verbs *verbs = started();
		struct jfs_verbs_connection *connection;

		fake.vendor = cases[i].vendor;
		connection = connected(verbs);
		CHECK(jfs_verbs_software(connection) == cases[i].software);
		jfs_verbs_destroy(connection);
		closed(verbs);
	}
}

int main(void)
{
	knows_the_devices();
	knows_which_addresses_devices_have();
	knows_software();
	return check_result();
}

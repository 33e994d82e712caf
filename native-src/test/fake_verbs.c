#include "fake_verbs.h"

#include <errno.h>
#include <string.h>

#include "fake_completions.h"
#include "fake_devices.h"
#include "fake_manager.h"
#include "fake_memory.h"
#include "fake_qp.h"

struct jfs_verbs_library fake_library(void)
{
	struct jfs_verbs_library library;

	memset(&library, 0, sizeof(library));
	fake_device_calls(&library.calls);
	fake_memory_calls(&library.calls);
	fake_completion_calls(&library.calls);
	fake_qp_calls(&library.calls);
	fake_manager_calls(&library.calls);
	return library;
}

void fake_reset(void)
{
	struct ibv_context_ops ops;

	memset(&fake, 0, sizeof(fake));
	fake.answers = true;
	fake.transport = IBV_TRANSPORT_IB;
	fake.inline_most = 256;
	fake.inline_error = EINVAL;
	fake.devices = 1;
	fake.port_state = IBV_PORT_ACTIVE;
	fake.link_layer = IBV_LINK_LAYER_ETHERNET;
	fake.served = true;
	fake.vendor = 0x2c9;
	fake.rejected_length = -1;
	fake_memory_reset();
	memset(&ops, 0, sizeof(ops));
	fake_completion_ops(&ops);
	fake_qp_ops(&ops);
	fake_devices_reset(&ops);
}

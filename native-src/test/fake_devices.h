/* The devices of the fake, and their asynchronous events. */
#ifndef JFS_TEST_FAKE_DEVICES_H
#define JFS_TEST_FAKE_DEVICES_H

#include "verbs/library.h"

/* Fills in the calls for devices. */
void fake_device_calls(struct jfs_verbs_calls *calls);

/* The context in which the connection manager has a device open. */
struct ibv_context *fake_context(unsigned device);

/* A test begins anew: makes devices whose contexts have these functions. */
void fake_devices_reset(const struct ibv_context_ops *ops);

#endif

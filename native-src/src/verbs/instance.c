#include "instance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "cm_event.h"
#include "wakeup.h"

int jfs_verbs_open(struct jfs_verbs **out_verbs)
{
	struct jfs_verbs_library library;
	int error;

	if (out_verbs == NULL)
		return EINVAL;
	error = jfs_verbs_load(&library);
	if (error)
		return error;
	error = jfs_verbs_start(&library, out_verbs);
	if (error) {
		jfs_verbs_unload(&library);
		return error;
	}
	(*out_verbs)->routes_apart = true;
	return 0;
}

int jfs_verbs_start(const struct jfs_verbs_library *library, struct jfs_verbs **out_verbs)
{
	struct jfs_verbs *verbs = calloc(1, sizeof(*verbs));
	const struct jfs_verbs_calls *calls;
	int error, flags;

	if (verbs == NULL)
		return ENOMEM;
	verbs->library = *library;
	calls = &verbs->library.calls;
	error = jfs_verbs_init_contexts(&verbs->contexts, calls);
	if (error)
		goto free_verbs;
	error = jfs_verbs_open_wakeup(&verbs->wakeup);
	if (error)
		goto free_contexts;
	/*
	 * Before anything is made. On kernels before 5.12, a fork of this process would leave the
	 * pages of a device's queues to the process that writes first. Fails if other code in this
	 * process has used the library before, with or without this call.
	 */
	calls->fork_init();
	errno = 0;
	verbs->channel = calls->create_event_channel();
	if (verbs->channel == NULL) {
		/*
		 * No device file, no permission, no device, or an unknown version of the interface.
		 */
		error = jfs_verbs_errno();
		if (error != ENOMEM && error != EMFILE && error != ENFILE)
			error = ENODEV;
		goto close_wakeup;
	}
	flags = fcntl(verbs->channel->fd, F_GETFL);
	if (flags < 0 || fcntl(verbs->channel->fd, F_SETFL, flags | O_NONBLOCK) != 0) {
		error = errno;
		goto destroy_channel;
	}
	*out_verbs = verbs;
	return 0;

destroy_channel:
	calls->destroy_event_channel(verbs->channel);
close_wakeup:
	close(verbs->wakeup);
free_contexts:
	jfs_verbs_free_contexts(&verbs->contexts);
free_verbs:
	free(verbs);
	return error;
}

void jfs_verbs_close(struct jfs_verbs *verbs)
{
	if (verbs == NULL)
		return;
	jfs_verbs_end_routes(verbs);
	verbs->library.calls.destroy_event_channel(verbs->channel);
	close(verbs->wakeup);
	jfs_verbs_free_contexts(&verbs->contexts);
	jfs_verbs_unload(&verbs->library);
	free(verbs);
}

void jfs_verbs_wake(struct jfs_verbs *verbs)
{
	jfs_verbs_raise_wakeup(verbs->wakeup);
}

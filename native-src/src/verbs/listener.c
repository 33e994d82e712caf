#include "listener.h"

#include <errno.h>
#include <stdlib.h>

#include "addresses.h"
#include "instance.h"

int jfs_verbs_listen(struct jfs_verbs *verbs, const struct sockaddr *local, int backlog,
		     uint64_t token, struct jfs_verbs_listener **out_listener)
{
	const struct jfs_verbs_calls *calls = &verbs->library.calls;
	struct jfs_verbs_listener *listener;
	struct sockaddr_storage address;
	int error;

	error = jfs_verbs_copy_address(local, &address);
	if (error)
		return error;
	listener = calloc(1, sizeof(*listener));
	if (listener == NULL)
		return ENOMEM;
	listener->owner.listens = true;
	listener->owner.token = token;
	listener->verbs = verbs;
	errno = 0;
	if (calls->create_id(verbs->channel, &listener->id, &listener->owner, RDMA_PS_TCP) != 0) {
		error = jfs_verbs_errno();
		goto free_listener;
	}
	errno = 0;
	if (calls->bind_addr(listener->id, (struct sockaddr *)&address) != 0) {
		error = jfs_verbs_errno();
		goto destroy_id;
	}
	errno = 0;
	if (calls->listen(listener->id, backlog) != 0) {
		error = jfs_verbs_errno();
		goto destroy_id;
	}
	*out_listener = listener;
	return 0;

destroy_id:
	calls->destroy_id(listener->id);
free_listener:
	free(listener);
	return error;
}

void jfs_verbs_unlisten(struct jfs_verbs_listener *listener)
{
	if (listener == NULL)
		return;
	/* This also destroys requests that were not taken yet. */
	listener->verbs->library.calls.destroy_id(listener->id);
	free(listener);
}

void jfs_verbs_refuse(struct jfs_verbs_request *request, const void *data, size_t length)
{
	const struct jfs_verbs_calls *calls = &request->verbs->library.calls;

	if (data == NULL)
		length = 0;
	else if (length > JFS_VERBS_REFUSE_DATA)
		length = JFS_VERBS_REFUSE_DATA;
	/* If it fails, the peer has gone, or destroying the identifier tells it. */
	calls->reject(request->id, data, (uint8_t)length);
	calls->destroy_id(request->id);
	free(request);
}

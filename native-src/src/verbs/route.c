/*
 * Looks for the route to a peer on a separate thread. rdma_resolve_route() first asks ibacm, if
 * that daemon runs, and waits for its answer without a limit; it does so on any device with
 * InfiniBand's transport, RoCE included (rdma-core 65, librdmacm/cma.c and acm.c). The event thread
 * wakes sleepers, and must not wait with it.
 *
 * The event thread alone changes connections and destroys identifiers. The other thread gets a
 * connection through one list, makes the one call, and gives it back through another list; a
 * connection that is destroyed meanwhile stays until it is back.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "internal.h"

struct jfs_verbs_router {
	struct jfs_verbs *verbs;
	pthread_t thread;
	pthread_mutex_t lock;		/* of what follows */
	pthread_cond_t change;
	struct jfs_link wanted;		/* connections, by their route_link */
	struct jfs_link found;
	bool ending;
};

static struct jfs_verbs_connection *take(struct jfs_link *list)
{
	struct jfs_link *link = list->next;

	if (jfs_link_alone(list))
		return NULL;
	jfs_link_remove(link);
	return JFS_LINKED(link, struct jfs_verbs_connection, route_link);
}

static void *look_up(void *argument)
{
	struct jfs_verbs_router *router = argument;
	struct jfs_verbs_connection *connection;
	int error;

	prctl(PR_SET_NAME, "jfs-rdma-route");
	pthread_mutex_lock(&router->lock);
	while (!router->ending) {
		connection = take(&router->wanted);
		if (connection == NULL) {
			pthread_cond_wait(&router->change, &router->lock);
			continue;
		}
		pthread_mutex_unlock(&router->lock);
		error = jfs_verbs_ask_route(connection);
		pthread_mutex_lock(&router->lock);
		connection->route_error = error;
		jfs_link_append(&router->found, &connection->route_link);
		jfs_verbs_wake(router->verbs);
	}
	pthread_mutex_unlock(&router->lock);
	return NULL;
}

/*
 * The thread blocks all signals: those of the process, such as the JVM's own, must not run on a
 * thread that the JVM does not know.
 */
static int start_thread(struct jfs_verbs_router *router)
{
	sigset_t all, before;
	int error;

	sigfillset(&all);
	error = pthread_sigmask(SIG_SETMASK, &all, &before);
	if (error)
		return error;
	error = pthread_create(&router->thread, NULL, look_up, router);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error;
}

static int start(struct jfs_verbs *verbs)
{
	struct jfs_verbs_router *router = calloc(1, sizeof(*router));
	int error;

	if (router == NULL)
		return ENOMEM;
	router->verbs = verbs;
	jfs_link_init(&router->wanted);
	jfs_link_init(&router->found);
	error = pthread_mutex_init(&router->lock, NULL);
	if (error)
		goto free_router;
	error = pthread_cond_init(&router->change, NULL);
	if (error)
		goto destroy_lock;
	error = start_thread(router);
	if (error)
		goto destroy_change;
	verbs->router = router;
	return 0;

destroy_change:
	pthread_cond_destroy(&router->change);
destroy_lock:
	pthread_mutex_destroy(&router->lock);
free_router:
	free(router);
	return error;
}

int jfs_verbs_find_route(struct jfs_verbs_connection *connection)
{
	struct jfs_verbs *verbs = connection->verbs;
	int error;

	if (verbs->router == NULL) {
		error = start(verbs);
		if (error)
			return error;
	}
	connection->routing = true;
	pthread_mutex_lock(&verbs->router->lock);
	jfs_link_append(&verbs->router->wanted, &connection->route_link);
	pthread_cond_signal(&verbs->router->change);
	pthread_mutex_unlock(&verbs->router->lock);
	return 0;
}

struct jfs_verbs_connection *jfs_verbs_found_route(struct jfs_verbs *verbs)
{
	struct jfs_verbs_connection *connection;

	if (verbs->router == NULL)
		return NULL;
	pthread_mutex_lock(&verbs->router->lock);
	connection = take(&verbs->router->found);
	pthread_mutex_unlock(&verbs->router->lock);
	if (connection != NULL)
		connection->routing = false;
	return connection;
}

bool jfs_verbs_forget_route(struct jfs_verbs_connection *connection)
{
	struct jfs_verbs_router *router = connection->verbs->router;

	if (!connection->routing)
		return true;
	pthread_mutex_lock(&router->lock);
	/* It is on no list while the call is under way. */
	connection->routing = jfs_link_alone(&connection->route_link);
	jfs_link_remove(&connection->route_link);
	pthread_mutex_unlock(&router->lock);
	return !connection->routing;
}

void jfs_verbs_end_routes(struct jfs_verbs *verbs)
{
	struct jfs_verbs_router *router = verbs->router;
	struct jfs_verbs_connection *connection;

	if (router == NULL)
		return;
	pthread_mutex_lock(&router->lock);
	router->ending = true;
	pthread_cond_signal(&router->change);
	pthread_mutex_unlock(&router->lock);
	pthread_join(router->thread, NULL);
	/* All that are left were destroyed while the call was under way. */
	while ((connection = jfs_verbs_found_route(verbs)) != NULL)
		jfs_verbs_destroy(connection);
	verbs->router = NULL;
	pthread_cond_destroy(&router->change);
	pthread_mutex_destroy(&router->lock);
	free(router);
}

#include "route.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "wakeup.h"

struct jfs_verbs_router {
	const struct jfs_verbs_calls *calls;
	int wakeup;
	pthread_t thread;
	pthread_mutex_t lock;		/* of what follows */
	pthread_cond_t change;
	struct jfs_link wanted;		/* routes */
	struct jfs_link found;
	bool ending;
};

void jfs_verbs_init_route(struct jfs_verbs_route *route, int timeout_millis)
{
	route->id = NULL;
	route->timeout_millis = timeout_millis;
	route->asked = false;
	jfs_link_init(&route->link);
	route->error = 0;
}

int jfs_verbs_ask_route(const struct jfs_verbs_calls *calls, const struct jfs_verbs_route *route)
{
	errno = 0;
	return calls->resolve_route(route->id, route->timeout_millis) == 0 ? 0 : jfs_verbs_errno();
}

static struct jfs_verbs_route *take(struct jfs_link *list)
{
	struct jfs_link *link = list->next;

	if (jfs_link_alone(list))
		return NULL;
	jfs_link_remove(link);
	return JFS_LINKED(link, struct jfs_verbs_route, link);
}

static void *look_up(void *argument)
{
	struct jfs_verbs_router *router = argument;
	struct jfs_verbs_route *route;
	int error;

	prctl(PR_SET_NAME, "jfs-rdma-route");
	pthread_mutex_lock(&router->lock);
	while (!router->ending) {
		route = take(&router->wanted);
		if (route == NULL) {
			pthread_cond_wait(&router->change, &router->lock);
			continue;
		}
		pthread_mutex_unlock(&router->lock);
		error = jfs_verbs_ask_route(router->calls, route);
		pthread_mutex_lock(&router->lock);
		route->error = error;
		jfs_link_append(&router->found, &route->link);
		jfs_verbs_raise_wakeup(router->wakeup);
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

int jfs_verbs_start_router(const struct jfs_verbs_calls *calls, int wakeup,
			   struct jfs_verbs_router **out_router)
{
	struct jfs_verbs_router *router = calloc(1, sizeof(*router));
	int error;

	if (router == NULL)
		return ENOMEM;
	router->calls = calls;
	router->wakeup = wakeup;
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
	*out_router = router;
	return 0;

destroy_change:
	pthread_cond_destroy(&router->change);
destroy_lock:
	pthread_mutex_destroy(&router->lock);
free_router:
	free(router);
	return error;
}

void jfs_verbs_find_route(struct jfs_verbs_router *router, struct jfs_verbs_route *route)
{
	route->asked = true;
	pthread_mutex_lock(&router->lock);
	jfs_link_append(&router->wanted, &route->link);
	pthread_cond_signal(&router->change);
	pthread_mutex_unlock(&router->lock);
}

struct jfs_verbs_route *jfs_verbs_found_route(struct jfs_verbs_router *router)
{
	struct jfs_verbs_route *route;

	if (router == NULL)
		return NULL;
	pthread_mutex_lock(&router->lock);
	route = take(&router->found);
	pthread_mutex_unlock(&router->lock);
	if (route != NULL)
		route->asked = false;
	return route;
}

bool jfs_verbs_forget_route(struct jfs_verbs_router *router, struct jfs_verbs_route *route)
{
	if (!route->asked)
		return true;
	pthread_mutex_lock(&router->lock);
	/* It is on no list while the call is under way. */
	route->asked = jfs_link_alone(&route->link);
	jfs_link_remove(&route->link);
	pthread_mutex_unlock(&router->lock);
	return !route->asked;
}

void jfs_verbs_stop_router(struct jfs_verbs_router *router)
{
	if (router == NULL)
		return;
	pthread_mutex_lock(&router->lock);
	router->ending = true;
	pthread_cond_signal(&router->change);
	pthread_mutex_unlock(&router->lock);
	pthread_join(router->thread, NULL);
}

void jfs_verbs_free_router(struct jfs_verbs_router *router)
{
	if (router == NULL)
		return;
	pthread_cond_destroy(&router->change);
	pthread_mutex_destroy(&router->lock);
	free(router);
}

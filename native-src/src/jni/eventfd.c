/* More of natives.c, whose rules hold here too: the functions for eventfds. */
#include "jfs/eventfd.h"

#include "natives.h"

NATIVES(jint, eventfdCreate)(JNIEnv *env, jclass cls)
{
	int descriptor;
	int error = jfs_eventfd_create(&descriptor);

	(void)env;
	(void)cls;
	return error ? -error : descriptor;
}

NATIVES(jint, eventfdSignal)(
	JNIEnv *env, jclass cls, jint descriptor)
{
	(void)env;
	(void)cls;
	return -jfs_eventfd_signal(descriptor);
}

NATIVES(jint, eventfdCheck)(
	JNIEnv *env, jclass cls, jint descriptor)
{
	(void)env;
	(void)cls;
	return -jfs_eventfd_check(descriptor);
}

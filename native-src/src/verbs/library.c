#include "library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/*
 * Never unloaded: neither library supports it (libibverbs loads a library for each kind of device
 * and keeps what they register). dlclose(3) only balances the count.
 */
#define HOW (RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)

static const struct {
	bool manager;	/* of librdmacm */
	const char *name;
	size_t offset;
} functions[] = {
#define IBV(name) {false, "ibv_" #name, offsetof(struct jfs_verbs_calls, name)},
#define RDMA(name) {true, "rdma_" #name, offsetof(struct jfs_verbs_calls, name)},
	JFS_VERBS_CALLS(IBV, RDMA)
#undef IBV
#undef RDMA
};

_Static_assert(sizeof(void *) == sizeof(void (*)(void)), "dlsym(3) finds functions too");

int jfs_verbs_load(struct jfs_verbs_library *out_library)
{
	struct jfs_verbs_library library;
	int error;

	library.ibverbs = dlopen("libibverbs.so.1", HOW);
	if (library.ibverbs == NULL)
		return ENOENT;
	library.rdmacm = dlopen("librdmacm.so.1", HOW);
	if (library.rdmacm == NULL) {
		error = ENOENT;
		goto close_ibverbs;
	}
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		void *symbol = dlsym(functions[i].manager ? library.rdmacm : library.ibverbs,
				     functions[i].name);

		if (symbol == NULL) {
			error = ENOSYS;
			goto close_rdmacm;
		}
		/* A function pointer from an object pointer: C has no cast for that. */
		memcpy((char *)&library.calls + functions[i].offset, &symbol, sizeof(symbol));
	}
	*out_library = library;
	return 0;

close_rdmacm:
	dlclose(library.rdmacm);
close_ibverbs:
	dlclose(library.ibverbs);
	return error;
}

void jfs_verbs_unload(struct jfs_verbs_library *library)
{
	if (library->rdmacm != NULL)
		dlclose(library->rdmacm);
	if (library->ibverbs != NULL)
		dlclose(library->ibverbs);
}

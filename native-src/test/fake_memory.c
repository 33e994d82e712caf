#include "fake_memory.h"

#include <stdint.h>

#include "fake_calls.h"
#include "verbs/list.h"

struct fake_mr {
	struct ibv_mr mr;
	struct jfs_link link;
};

static struct jfs_link mrs;
static uint32_t keys;

static struct ibv_pd *alloc_pd(struct ibv_context *context)
{
	struct fake_pd *pd;

	if (fake_fails())
		return NULL;
	pd = fake_made(sizeof(*pd));
	pd->pd.context = context;
	return &pd->pd;
}

static int dealloc_pd(struct ibv_pd *given)
{
	struct fake_pd *pd = JFS_LINKED(given, struct fake_pd, pd);

	if (pd->users != 0)
		fake_misuse("a pd was deallocated that is in use");
	fake_destroyed(pd);
	return 0;
}

static struct ibv_mr *reg_mr(struct ibv_pd *pd, void *bytes, size_t length, int access)
{
	struct fake_mr *mr;

	(void)access;
	if (fake_fails())
		return NULL;
	mr = fake_made(sizeof(*mr));
	mr->mr.context = pd->context;
	mr->mr.pd = pd;
	mr->mr.addr = bytes;
	mr->mr.length = length;
	mr->mr.lkey = ++keys;
	mr->mr.rkey = ++keys;
	JFS_LINKED(pd, struct fake_pd, pd)->users++;
	jfs_link_append(&mrs, &mr->link);
	return &mr->mr;
}

static int dereg_mr(struct ibv_mr *given)
{
	struct fake_mr *mr = JFS_LINKED(given, struct fake_mr, mr);

	JFS_LINKED(given->pd, struct fake_pd, pd)->users--;
	jfs_link_remove(&mr->link);
	fake_destroyed(mr);
	return 0;
}

void fake_check_sge(const struct ibv_pd *pd, const struct ibv_sge *sge)
{
	for (struct jfs_link *link = mrs.next; link != &mrs; link = link->next) {
		const struct ibv_mr *mr = &JFS_LINKED(link, struct fake_mr, link)->mr;
		uint64_t start = (uintptr_t)mr->addr;

		if (mr->lkey == sge->lkey && mr->pd == pd && sge->addr >= start &&
		    sge->addr + sge->length <= start + mr->length)
			return;
	}
	fake_misuse("memory was used that is not registered");
}

void fake_memory_calls(struct jfs_verbs_calls *calls)
{
	calls->alloc_pd = alloc_pd;
	calls->dealloc_pd = dealloc_pd;
	calls->reg_mr = reg_mr;
	calls->dereg_mr = dereg_mr;
}

void fake_memory_reset(void)
{
	jfs_link_init(&mrs);
}

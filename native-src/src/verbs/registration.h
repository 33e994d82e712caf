/* The caller's memory that a connection's device may reach: see also jfs_verbs_register(). */
#ifndef JFS_VERBS_REGISTRATION_H
#define JFS_VERBS_REGISTRATION_H

struct jfs_verbs_endpoint;

/* Unregisters all memory that the caller has left. */
void jfs_verbs_unregister_all(struct jfs_verbs_endpoint *endpoint);

#endif

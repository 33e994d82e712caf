/* Addresses of the two families that there are, and ports. */
#ifndef JFS_VERBS_ADDRESSES_H
#define JFS_VERBS_ADDRESSES_H

#include <stdbool.h>
#include <sys/socket.h>

/* Copies an address. Returns 0, or EAFNOSUPPORT and leaves *out alone. */
int jfs_verbs_copy_address(const struct sockaddr *address, struct sockaddr_storage *out);

/* The same with port 0. */
int jfs_verbs_copy_host(const struct sockaddr *address, struct sockaddr_storage *out);

/* Of this host only, so that no device has it, whatever the connection manager says. */
bool jfs_verbs_is_loopback(const struct sockaddr_storage *address);

#endif

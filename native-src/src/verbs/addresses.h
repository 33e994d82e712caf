/* Addresses of IPv4 and IPv6, and ports. */
#ifndef JFS_VERBS_ADDRESSES_H
#define JFS_VERBS_ADDRESSES_H

#include <stdbool.h>
#include <sys/socket.h>

/* Copies an address. Returns 0, or EAFNOSUPPORT and leaves *out alone. */
int jfs_verbs_copy_address(const struct sockaddr *address, struct sockaddr_storage *out);

/* The same with port 0. */
int jfs_verbs_copy_host(const struct sockaddr *address, struct sockaddr_storage *out);

/* Whether it is of this host only: no device has it, even if the connection manager binds it. */
bool jfs_verbs_is_loopback(const struct sockaddr_storage *address);

#endif

/*
 * Where a connection went first that the kernel may have sent elsewhere (iptables-extensions(8),
 * DNAT and REDIRECT).
 */
#ifndef JFS_REDIRECT_H
#define JFS_REDIRECT_H

/*
 * Whether the kernel has redirected to this socket, which was accepted, a connection that its peer
 * had made to another address or port: the other end then has other addresses than this one, and
 * another connection may have those of this one's mirror.
 *
 * Returns 0, or an errno value (ENOPROTOOPT: the kernel tracks no connections; ENOENT: it does not
 * track this one from its beginning, or not where this looks; and others) and leaves *out alone.
 */
int jfs_tcp_is_redirected(int socket, int *out);

#endif

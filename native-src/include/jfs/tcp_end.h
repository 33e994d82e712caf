/*
 * One end of a TCP connection, by its own socket: what it has counted, and a mark on the packets
 * that it sends, by which its other end can be told from any other socket.
 */
#ifndef JFS_TCP_END_H
#define JFS_TCP_END_H

#include <stdint.h>

/* The bytes of a connection as its end has counted them, since it was made. */
struct jfs_tcp_counts {
	int64_t sent;		/* handed to the network for the first time */
	int64_t received;	/* in order, whether the program has read them or not */
	/*
	 * Of those sent, how many the other end's kernel has acknowledged. May be 1 too many: the
	 * kernel counts the acknowledged SYN of an end that has connected.
	 */
	int64_t acknowledged;
};

/*
 * The counts at one moment (tcp(7), TCP_INFO). Waits as long as another thread is within a system
 * call on this socket, unless that sleeps.
 *
 * Returns 0, or an errno value (ENOTSUP: the kernel is older than 4.19) and leaves *out alone.
 */
int jfs_tcp_counts(int socket, struct jfs_tcp_counts *out);

/*
 * How many packets for a socket the kernel has dropped so far, for whatever reason (SO_MEMINFO,
 * SK_MEMINFO_DROPS); begins again at 2^32.
 *
 * Returns 0, or an errno value (ENOPROTOOPT: the kernel is older than 4.12) and leaves *out alone.
 */
int jfs_tcp_dropped(int socket, int64_t *out);

/*
 * Has all packets of a socket, from now on, leave with the greatest number of hops, 255, or with
 * the kernel's default again (ip(7), IP_TTL; ipv6(7), IPV6_UNICAST_HOPS). Takes the socket's cookie,
 * as from jfs_socket_cookie(), and leaves another socket alone.
 *
 * Returns 0 or an errno value (ESTALE: it is another socket).
 */
int jfs_tcp_mark(int socket, int64_t cookie, int on);

/*
 * Has the kernel drop all packets for a socket that come with fewer than 250 hops left, or none
 * again (IP_MINTTL, IPV6_MINHOPCOUNT). So what it receives meanwhile comes from a marked socket of
 * this host: the kernel's default is 64. A dropped packet is sent again by its sender, 0.2 s later
 * or more.
 *
 * Takes the socket's cookie, and leaves another socket alone. The caller sees to it that no thread
 * closes the socket meanwhile, or before it is as it was: the kernel goes on dropping packets for a
 * closed socket that has bytes to send.
 *
 * Returns 0 or an errno value (ESTALE: it is another socket).
 */
int jfs_tcp_filter(int socket, int64_t cookie, int on);

#endif

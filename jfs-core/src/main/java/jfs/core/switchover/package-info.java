/**
 * How a connection leaves TCP: each direction on its own, at a byte count that both ends know. This
 * package uses TCP through the carrier, and the fast path through {@link
 * jfs.core.transport.Transport}; it does no I/O of its own.
 */
package jfs.core.switchover;

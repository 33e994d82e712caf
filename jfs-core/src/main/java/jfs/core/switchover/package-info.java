/**
 * How a connection leaves TCP: each direction on its own, at a byte count that both ends know.
 * Knows TCP by its carrier and the fast path by {@link jfs.core.transport.Transport}; does no I/O
 * of its own.
 */
package jfs.core.switchover;

/**
 * How a connection leaves TCP: each direction on its own, at a byte count that both ends know.
 * Until a transport is known its bytes go by TCP and are only counted ({@link
 * jfs.core.switchover.DeferredSocket}, {@link jfs.core.switchover.DeferredChannel}); most
 * connections end before. What makes it leave TCP is made once it is worth a transport ({@link
 * jfs.core.switchover.SwitchableConnection}). This package uses TCP through the carrier, and the
 * fast path through {@link jfs.core.transport.Transport}; it does no I/O of its own.
 */
package jfs.core.switchover;

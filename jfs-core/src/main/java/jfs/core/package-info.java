/**
 * A JFS connection: that of a {@code java.net} socket ({@link jfs.core.JfsSocketImpl}) or of a
 * channel ({@link jfs.core.ChannelConnection}). Its TCP connection is made first and stays open for
 * the connection's life, and its bytes may move over something faster.
 *
 * <p>Dependencies point down: this package depends on {@link jfs.core.carrier} (the TCP connection
 * itself), {@link jfs.core.switchover} (how a connection leaves that), {@link jfs.core.transport}
 * (what may replace it), {@link jfs.core.proxy}, {@link jfs.core.stats} and {@link
 * jfs.core.config}. Nothing here performs I/O of its own.
 */
package jfs.core;

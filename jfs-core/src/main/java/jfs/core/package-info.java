/**
 * What a JFS connection is: a {@code java.net} socket whose TCP connection is made first and stays
 * open for the connection's life, and whose bytes may move over something faster.
 *
 * <p>Dependencies point down: this package rests on {@link jfs.core.carrier} (the TCP connection
 * itself), {@link jfs.core.transport} (what may replace it), {@link jfs.core.proxy}, {@link
 * jfs.core.stats} and {@link jfs.core.config}. Nothing here performs I/O of its own.
 */
package jfs.core;

/**
 * The channel carrier: TCP connections and listeners over non-blocking NIO channels, by public API
 * only. A blocking socket promises what a channel does not: timeouts, no effect of interrupts, and
 * asynchronous close. This package provides that by waiting in selectors.
 */
package jfs.nio;

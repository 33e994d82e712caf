/**
 * The channel carrier: TCP connections and listeners over non-blocking NIO channels, by public API
 * only. What a blocking socket promises and a channel does not (timeouts, deafness to interrupts,
 * asynchronous close) is made up for by waiting in selectors.
 */
package jfs.nio;

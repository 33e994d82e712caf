/**
 * The seam between a JFS socket and what may carry its bytes instead of TCP. Transports plug in
 * through {@link java.util.ServiceLoader}; this package knows none of them.
 */
package jfs.core.transport;

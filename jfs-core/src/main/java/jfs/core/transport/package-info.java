/**
 * The seam between a JFS socket and what may carry its bytes instead of TCP. Transports plug in
 * through {@link jfs.core.runtime.Services}; this package knows none of them.
 */
package jfs.core.transport;

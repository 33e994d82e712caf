/** The seam between a JFS socket and the kernel's TCP connection beneath it. */
package jfs.core.carrier;

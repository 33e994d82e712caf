/** How much TCP buffers and how it ends, for the transports that take its place. */
package jfs.core.tcp;

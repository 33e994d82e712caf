/** What TCP does at its edges, for the transports that take its place. */
package jfs.core.tcp;

/**
 * Shared memory between JVMs of one host, in pure Java: where they meet, how two ends of a
 * connection find each other, and the transport. {@code docs/protocol.md} is the specification.
 */
package jfs.shm;

/**
 * Shared memory between JVMs of one host: what JFS finds as a service. The provider, its options,
 * the checks for people, and how JVMs are asked for their connections. The work is done below:
 * {@link jfs.shm.control} pairs the two ends of a connection, {@link jfs.shm.stream} carries its
 * bytes, {@link jfs.shm.memory} has the memory that they go through. Each knows only those after
 * it.
 */
package jfs.shm;

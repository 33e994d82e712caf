/**
 * The byte streams of a pair: one end's two directions through shared memory, how its threads wait,
 * and how they wake the peer's. What does not wait is apart from the waiting: {@link
 * jfs.shm.stream.ShmSender} and {@link jfs.shm.stream.ShmReceiver} never block, {@link
 * jfs.shm.stream.BlockingShmSender} and {@link jfs.shm.stream.BlockingShmReceiver} wait around
 * them. Knows nothing of how the two ends have found each other.
 */
package jfs.shm.stream;

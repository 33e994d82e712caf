/**
 * A transport between two ends in one JVM, through memory on the heap: of no use, but the smallest
 * one that keeps the whole contract. Read it before you write a real one, in this order: {@link
 * jfs.toy.ToyProvider}, which connections it takes; {@link jfs.toy.ToyRendezvous}, how two ends
 * find each other; {@link jfs.toy.ToyPair}, what they share; {@link jfs.toy.ToyTransport}, what
 * they agree on beside TCP; {@link jfs.toy.ToyStream}, the bytes and how they end, with {@link
 * jfs.toy.ToySender} and {@link jfs.toy.ToyReceiver}, what threads wait for.
 *
 * <p>It leaves out what two ends in one JVM can do without: a protocol by which they find each
 * other, distrust of what the peer wrote, order in memory without a lock, and a peer that dies. Nor
 * does it care for a program that has used up its heap, or for speed. {@code docs/protocol.md} has
 * the rules for all of these, and {@code jfs.shm} follows them.
 */
package jfs.toy;

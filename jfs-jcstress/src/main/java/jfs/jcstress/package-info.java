/**
 * What two threads, as one in each of two processes, may see of each other through the ring and its
 * control block: every outcome is named, and those that would lose bytes or sleep for ever are
 * forbidden. In classes named {@code ...Control} the protocol is broken on purpose, to show that
 * the tests would see it.
 */
package jfs.jcstress;

/**
 * What two threads, like one in each of two processes, may see of each other through the ring and
 * its control block: each test names every outcome, and forbids those that would lose bytes or
 * sleep for ever. Classes named {@code ...Control} break the protocol on purpose, to show that the
 * tests would notice.
 */
package jfs.jcstress;

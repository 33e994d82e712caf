/**
 * What every JVM that the harness starts has in common: how it begins, takes commands and ends, its
 * clocks, and the addresses it talks between. The JDK is all that this needs.
 */
package jfs.bench.child;

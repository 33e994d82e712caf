/** Benchmarks: what a user of JFS gains, or loses, against the JDK. */
package jfs.bench;

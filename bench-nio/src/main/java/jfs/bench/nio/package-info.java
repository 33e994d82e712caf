/**
 * Software on channels and selectors, unmodified, that is run as its users run it: two JVMs, from a
 * cold start to their exit. Each class here is what such a user would write; nothing in it knows of
 * JFS. Every answer is compared, byte by byte, with what it should be.
 */
package jfs.bench.nio;

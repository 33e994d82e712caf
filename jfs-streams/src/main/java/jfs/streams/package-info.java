/**
 * JFS in the JDK's object streams. Its classes are in {@code src/java.base}: the agent defines them
 * in {@code java.io}, where the JDK's streams call them.
 */
package jfs.streams;

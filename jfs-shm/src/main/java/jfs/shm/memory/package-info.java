/**
 * The memory that two JVMs share: arenas, the files and mappings behind them, and how much of it a
 * JVM takes. Knows nothing of connections.
 */
package jfs.shm.memory;

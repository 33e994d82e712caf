/** Tells how two runs of a suite differ, and how certain that is. */
package jfs.bench.compare;

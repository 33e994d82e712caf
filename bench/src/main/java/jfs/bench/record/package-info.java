/** Reads back the JSON that a run has written, as far as pages and comparisons need it. */
package jfs.bench.record;

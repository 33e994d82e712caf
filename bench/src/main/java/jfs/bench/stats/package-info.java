/** What the figures of many slices come to. */
package jfs.bench.stats;

/**
 * The documentation of benchmarks: a page with plots, and a page of tables for each suite, all made
 * of compact reports. No figure is written by hand.
 */
package jfs.bench.docs;

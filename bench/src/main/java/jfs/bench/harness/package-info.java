/** Runs a plan: pairs of programs that take turns, slice by slice. */
package jfs.bench.harness;

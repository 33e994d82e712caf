/** Starts the measured programs, in JVMs of their own, and runs their slices interleaved. */
package jfs.bench.harness;

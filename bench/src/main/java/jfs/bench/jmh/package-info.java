/** Micro-benchmarks, run by JMH. */
package jfs.bench.jmh;

/** What is to be run: programs, workloads, variants, for how long; and what a variant must do. */
package jfs.bench.plan;

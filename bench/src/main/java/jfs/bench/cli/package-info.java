/** The command line. */
package jfs.bench.cli;

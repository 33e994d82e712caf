/**
 * The programs that are measured: plain JDK programs that know nothing of JFS, nor of anything else
 * in this module. They take commands on standard input, one a line, answer each with one line of
 * {@code key=value} words on standard output, and end when standard input does.
 */
package jfs.bench.program;

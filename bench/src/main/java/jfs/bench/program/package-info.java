/**
 * The programs that are measured: plain JDK programs that know nothing of JFS, nor of anything else
 * in this module but {@link jfs.bench.child}. {@link jfs.bench.program.ProgramMain} starts each of
 * them.
 */
package jfs.bench.program;

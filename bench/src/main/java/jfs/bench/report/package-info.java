/** Turns the results into tables for people and JSON for programs. */
package jfs.bench.report;

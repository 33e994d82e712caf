/** Programs that write objects to memory or a file and read them again, by several libraries. */
package jfs.bench.serial;

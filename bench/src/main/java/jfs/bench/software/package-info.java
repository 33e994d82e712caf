/**
 * Software from a registry, unmodified, that is run as its users run it: two JVMs, from a cold
 * start to their exit. Each class here is what such a user would write; nothing in it knows of JFS.
 */
package jfs.bench.software;

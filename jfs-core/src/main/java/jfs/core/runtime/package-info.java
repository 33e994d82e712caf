/** What the JVM offers, beside sockets, that more than one part of JFS needs. */
package jfs.core.runtime;

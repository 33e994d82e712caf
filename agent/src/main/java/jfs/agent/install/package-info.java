/** Puts JFS beneath the sockets of a JVM, and takes care that the program runs if it cannot. */
package jfs.agent.install;

/** Puts JFS beneath the sockets of a JVM, and keeps the program running if that fails. */
package jfs.agent.install;

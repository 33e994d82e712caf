/**
 * Two programs on RMI, a client and a server, as a user might have written them: they know nothing
 * of JFS. The command {@code demo} runs them with and without it.
 */
package jfs.agent.demo;

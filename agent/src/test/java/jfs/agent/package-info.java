/** The agent as users have it: in JVMs that are started with its jar. */
package jfs.agent;

/**
 * What the JDK's own tools see of connections: the flight recorder. Loaded only in JVMs that
 * record.
 */
package jfs.agent.observe;

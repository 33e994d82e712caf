/** The commands of {@code java -jar jfs-agent.jar}. */
package jfs.agent.launch;

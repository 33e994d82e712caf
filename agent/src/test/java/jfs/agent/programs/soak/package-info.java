/**
 * Programs that load connections between two JVMs and check every byte. They know nothing of JFS.
 */
package jfs.agent.programs.soak;

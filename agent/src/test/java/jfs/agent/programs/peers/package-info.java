/** Programs for two JVMs that talk to each other. They know nothing of JFS. */
package jfs.agent.programs.peers;

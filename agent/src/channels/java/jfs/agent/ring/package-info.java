/** How rings reach their memory where the agent is. */
package jfs.agent.ring;

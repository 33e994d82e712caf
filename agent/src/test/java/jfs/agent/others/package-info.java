/** Other agents; a test puts each into a jar. */
package jfs.agent.others;

/** Agents of others, each to be put into a jar by a test. */
package jfs.agent.others;

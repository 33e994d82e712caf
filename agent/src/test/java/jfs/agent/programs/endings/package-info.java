/** Connections that end in random ways, and what each end saw of it. */
package jfs.agent.programs.endings;

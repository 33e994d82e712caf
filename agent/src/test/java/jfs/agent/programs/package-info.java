/**
 * Programs for the tests to run in JVMs of their own. They know nothing of JFS. What they print is
 * the same on every run: no port, no address of an object, no time.
 */
package jfs.agent.programs;

/** Programs that serialize, and say what came of it: the same with JFS in the object streams. */
package jfs.agent.programs.serial;

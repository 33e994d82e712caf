/** JFS's part of the JDK's sockets whose connections go by TCP without JFS at first. */
package jfs.agent.socket;

/**
 * How the JVMs of one user find each other and pair the ends of their connections: the rendezvous
 * directory, the connection manager and its thread, peer links and their frames, searches, pairing,
 * and the answers to status clients. {@code docs/protocol.md} is the specification.
 */
package jfs.shm.control;

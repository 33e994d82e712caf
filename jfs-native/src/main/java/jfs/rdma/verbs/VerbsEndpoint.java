package jfs.rdma.verbs;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One end of a reliable RDMA connection: a queue pair and its completion queue. For one thread at a
 * time; {@link #destroy} is for the reactor's thread. Nothing else may be called after it.
 */
public interface VerbsEndpoint {

  /** Receive slots of each end: one for each write and each message of the peer. */
  int RECEIVE_SLOTS = 128;

  /** Send slots: one for each write, message or probe that is under way. */
  int SEND_SLOTS = 128;

  /** The most messages that one {@link #poll} brings. */
  int MESSAGES_AT_ONCE = 16;

  /**
   * Pinned memory that the device may reach. The endpoint refers to it, so that it is not collected
   * meanwhile.
   */
  interface Region {

    ByteBuffer memory();

    /** The address that the peer writes to. */
    long address();

    /** The key that the peer writes with; 0 if it may not write. */
    int remoteKey();
  }

  /**
   * Pins memory until the endpoint is destroyed.
   *
   * @param memory direct, page-aligned, of whole pages
   * @param peerWrites whether the peer may write there; else this end only sends from there
   */
  Region register(ByteBuffer memory, boolean peerWrites) throws IOException;

  /**
   * Writes bytes of a region to the peer's memory, and tells the peer how many they are. Takes a
   * send slot, and one of the peer's receive slots.
   */
  void write(Region from, int offset, int length, long remoteAddress, int remoteKey)
      throws IOException;

  /**
   * Sends a message; takes the same slots.
   *
   * @param message {@linkplain MessageRoom room} for one, which the caller may use again at once
   */
  void send(ByteBuffer message) throws IOException;

  /**
   * Asks the peer's device for a sign of life; takes a send slot. If none comes, {@link #poll}
   * fails.
   */
  void probe() throws IOException;

  /**
   * Takes what has completed since the last call; never blocks.
   *
   * @param messages {@linkplain MessageRoom room} for {@link #MESSAGES_AT_ONCE}, which gets the
   *     messages that came, one after the other from its beginning
   * @return see {@link PollResult}; 0 for nothing
   * @throws IOException if the connection is of no use any more
   */
  long poll(ByteBuffer messages) throws IOException;

  /**
   * Whether nothing more can come, once {@link #poll} has failed. While this is false, further
   * polls may still find what arrived before; it may stay false if the device is gone.
   */
  boolean isDrained();

  /** Whether its device is software, which needs a processor of this host. */
  boolean isSoftware();

  /** Which device it is on, once it has memory there: a number that no other device has. */
  long device();

  /**
   * The number of its queue pair, which no other one of the device has, once it is connected or
   * made by an acceptor; 0 where connection managers tell no such number.
   */
  int number();

  /** Makes the next completion raise an event, once. Poll after this. */
  void arm() throws IOException;

  /**
   * Ends the connection and tells the peer: nothing more arrives, and what has arrived can still be
   * polled.
   */
  void disconnect();

  /**
   * Destroys it, in whatever state; no memory is pinned for it any more. Idempotent: after a call
   * that throws for lack of heap, the next one does the rest.
   */
  void destroy();
}

package jfs.rdma;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One end of a reliable RDMA connection: a queue pair and its completion queue. One thread at a
 * time; {@link #destroy} is for the {@link Reactor}'s thread. Nothing may be called after {@link
 * #destroy}.
 */
interface Endpoint {

  /** Receive slots of each end: for what the peer tells. */
  int RECEIVE_SLOTS = 128;

  /** Send slots: for what is under way. */
  int SEND_SLOTS = 128;

  /** The most messages that one {@link #poll} brings. */
  int MESSAGES_AT_ONCE = 16;

  /** Memory that the device may reach, pinned; held here, so that it is not collected meanwhile. */
  interface Region {

    ByteBuffer memory();

    /** What the peer is told to write to. */
    long address();

    /** And with which key; 0 if it may not. */
    int remoteKey();
  }

  /**
   * Pins memory until the endpoint is destroyed.
   *
   * @param memory direct, page-aligned, of whole pages
   * @param peerWrites whether the peer may write there, to memory otherwise only sent from
   */
  Region register(ByteBuffer memory, boolean peerWrites) throws IOException;

  /**
   * Has bytes of a region written to the peer's memory, and the peer told how many they are. Takes
   * a send slot, and one of the peer's receive slots.
   */
  void write(Region from, int offset, int length, long remoteAddress, int remoteKey)
      throws IOException;

  /**
   * Sends a {@link Message}; takes the same slots.
   *
   * @param message {@linkplain Message#room room} for one, which is the caller's again
   */
  void send(ByteBuffer message) throws IOException;

  /** Asks the peer's device for a sign of life; takes a send slot. {@link #poll} fails if none. */
  void probe() throws IOException;

  /**
   * What has happened since; never blocks.
   *
   * @param messages {@linkplain Message#room room} for {@link #MESSAGES_AT_ONCE}, which gets those
   *     that came, one after the other from its beginning
   * @return see {@link Progress}; 0 for nothing
   * @throws IOException if the connection is of no use any more
   */
  long poll(ByteBuffer messages) throws IOException;

  /**
   * Whether nothing more can come, once {@link #poll} has failed. Until then what arrived before
   * may still be found by polling; a device that is no more does not say.
   */
  boolean isDrained();

  /** Whether its device is software, which needs one of this host's processors. */
  boolean isSoftware();

  /** Which device it is on, once it has memory there: a number that no other device has. */
  long device();

  /** Has the next completion tell of itself by an event, once. Poll after this. */
  void arm() throws IOException;

  /** Tells the peer that it is over; nothing arrives any more, and what has is there to poll. */
  void disconnect();

  /** Ends it, in whatever state; no memory is pinned for it any more. */
  void destroy();
}

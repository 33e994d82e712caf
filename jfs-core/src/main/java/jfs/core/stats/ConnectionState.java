package jfs.core.stats;

import java.util.Locale;

/** The state of a connection, as far as this end has seen. */
enum ConnectionState {
  /** Open in both directions. */
  OPEN,
  /** One direction has ended: the program has shut it down, or has read its end of file. */
  HALF_CLOSED,
  /** Both directions have ended, and the program has not closed the socket. */
  ENDED,
  /** The program is closing the socket, which lingers. */
  CLOSING;

  /** The name as users see it. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

package jfs.core.carrier;

/** What a socket is for; the kernel object beneath it differs from the moment it is created. */
public enum Role {
  /** Connects to a peer, or is handed an accepted connection. */
  CLIENT,
  /** Listens and accepts. */
  LISTENER
}

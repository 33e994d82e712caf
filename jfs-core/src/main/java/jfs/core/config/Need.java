package jfs.core.config;

/** When a transport has to know of a connection. */
public enum Need {
  /** Never: it is off. */
  NEVER,
  /** When the connection is worth a transport. */
  WHEN_WORTH_IT,
  /** As soon as the connection is made. */
  AT_ONCE
}

package jfs.core.stats;

/** Which end of the connection this JVM is. */
public enum Origin {
  /** This JVM connected. */
  OPENED,
  /** This JVM accepted. */
  ACCEPTED
}

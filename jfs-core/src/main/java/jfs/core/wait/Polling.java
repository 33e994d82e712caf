package jfs.core.wait;

/** What a thread may do before it sleeps. */
public enum Polling {
  /** Nothing: it sleeps at once. */
  NONE,

  /** It polls for what it waits for, and yields now and then. */
  USUAL,

  /** The same, and for much longer if need be: only latency counts. */
  LONG
}

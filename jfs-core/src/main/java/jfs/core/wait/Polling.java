package jfs.core.wait;

/** How a thread may pass the time before it sleeps. */
public enum Polling {
  /** Not at all: it sleeps at once. */
  NONE,

  /** It looks for what it waits for, and lets others run now and then. */
  USUAL,

  /** The same, much longer if need be: latency is all that counts. */
  LONG
}

package jfs.bench.program;

import java.io.IOException;

/** What is done on one channel of a selector. */
interface Answering {

  /** The peer has closed. */
  int ENDED = 0;

  /**
   * Does what can be done now; called when the channel is ready for what its key asks for.
   *
   * @return what to wait for, or {@link #ENDED}
   */
  int goOn() throws IOException;
}

package jfs.nio;

/**
 * Whether a writer has sent something since a reader last waited. The reader then expects an
 * answer, which is worth spinning for. A reader that gets one message after the other does better
 * to sleep, so that several can gather meanwhile. This is a hint: a thread that sees it late, or
 * sets it twice, does no harm, and volatile ensures that threads see it at all.
 */
final class AnswerHint {

  private volatile boolean expected;

  /** Called by a writer. */
  void expect() {
    expected = true;
  }

  /** Whether an answer is expected; not twice. Called by a reader. */
  boolean take() {
    boolean was = expected;
    expected = false;
    return was;
  }
}

package jfs.agent.ring;

import java.nio.ByteBuffer;
import java.nio.JfsWords;
import jfs.core.ring.SharedWords;

/** Words of memory, by what the agent has put into the JDK. */
public final class DirectWords implements SharedWords {

  /** For the search for services. */
  public DirectWords() {}

  /**
   * Whether they do in this JDK what they should.
   *
   * @throws LinkageError if the agent has put nothing into this JDK, or what does not fit it
   */
  @Override
  public boolean isAvailable() {
    return JfsWords.work();
  }

  @Override
  public long getAcquire(ByteBuffer memory, int at) {
    return JfsWords.getAcquire(memory, at);
  }

  @Override
  public void setRelease(ByteBuffer memory, int at, long value) {
    JfsWords.setRelease(memory, at, value);
  }

  @Override
  public int getVolatile(ByteBuffer memory, int at) {
    return JfsWords.getVolatile(memory, at);
  }

  @Override
  public void setVolatile(ByteBuffer memory, int at, int value) {
    JfsWords.setVolatile(memory, at, value);
  }

  @Override
  public int getAndSet(ByteBuffer memory, int at, int value) {
    return JfsWords.getAndSet(memory, at, value);
  }

  @Override
  public int getAndBitwiseOr(ByteBuffer memory, int at, int bits) {
    return JfsWords.getAndBitwiseOr(memory, at, bits);
  }

  @Override
  public boolean compareAndSet(ByteBuffer memory, int at, int expected, int value) {
    return JfsWords.compareAndSet(memory, at, expected, value);
  }
}

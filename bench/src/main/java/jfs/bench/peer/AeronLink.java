package jfs.bench.peer;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** Two Aeron streams, one each way. */
final class AeronLink implements Link {

  private static final int FRAGMENTS = 16;
  private static final int SPINS = 10_000;
  private static final int YIELDS = 10;
  private static final long LEAST_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(1);

  /** So long that an idle link takes no processor time from the program that is measured. */
  private static final long MOST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ExclusivePublication out;
  private final Subscription in;
  private final UnsafeBuffer wrapper = new UnsafeBuffer();
  private final IdleStrategy idle =
      new BackoffIdleStrategy(SPINS, YIELDS, LEAST_PARK_NANOS, MOST_PARK_NANOS);

  private AeronLink(ExclusivePublication out, Subscription in) {
    this.out = out;
    this.in = in;
  }

  static AeronLink of(Aeron aeron, int outStream, int inStream) {
    return new AeronLink(
        aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, outStream),
        aeron.addSubscription(CommonContext.IPC_CHANNEL, inStream));
  }

  @Override
  public ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes);
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    wrapper.wrap(bytes, 0, bytes.limit());
    for (int at = bytes.position(); at < bytes.limit(); ) {
      int length = Math.min(bytes.limit() - at, out.maxMessageLength());
      offer(at, length);
      at += length;
    }
    bytes.position(bytes.limit());
  }

  private void offer(int at, int length) throws IOException {
    idle.reset();
    for (long result = out.offer(wrapper, at, length);
        result < 0;
        result = out.offer(wrapper, at, length)) {
      if (result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED) {
        throw new IOException("the publication is at its end: " + result);
      }
      idle.idle();
    }
  }

  @Override
  public boolean read(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      idle.idle(
          in.poll(
              (fragment, at, length, header) -> {
                fragment.getBytes(at, bytes, bytes.position(), length);
                bytes.position(bytes.position() + length);
              },
              FRAGMENTS));
    }
    return true;
  }

  @Override
  public void skip(long bytes, int most) {
    long[] left = {bytes};
    byte[] portion = new byte[out.maxPayloadLength()];
    while (left[0] > 0) {
      idle.idle(
          in.poll(
              (fragment, at, length, header) -> {
                fragment.getBytes(at, portion, 0, length);
                left[0] -= length;
              },
              FRAGMENTS));
    }
  }

  @Override
  public void close() {
    out.close();
    in.close();
  }
}

package jfs.bench.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Pace;
import jfs.bench.child.Samples;
import jfs.bench.program.SliceHeader;

/** What the ping-pong client does, as events come. */
final class NettyClient extends NettyMessages implements Peer.Timing {

  /** What a message that has come answers. */
  private enum Awaited {
    BEGIN,
    ECHO,
    END
  }

  private final Random random = new Random(20051);

  // Of the slice; the event loop's alone.
  private SliceHeader slice;
  private Awaited awaited;
  private ByteBuf sent;
  private Samples samples;
  private long paceNanos;
  private Pace pace;
  private int done;
  private long begin;
  private long cpu;
  private CompletableFuture<String> answer;

  @Override
  public String echo(int size, int count, long paceNanos) throws Exception {
    return run(new SliceHeader(SliceHeader.ECHO, size, count), paceNanos);
  }

  @Override
  public String stream(int size, int count) throws Exception {
    return run(new SliceHeader(SliceHeader.STREAM, size, count), 0);
  }

  private String run(SliceHeader next, long nanos) throws Exception {
    CompletableFuture<String> result = new CompletableFuture<>();
    context().executor().execute(() -> begin(next, nanos, result));
    return result.get();
  }

  private void begin(SliceHeader next, long nanos, CompletableFuture<String> result) {
    slice = next;
    paceNanos = nanos;
    answer = result;
    byte[] bytes = new byte[slice.size()];
    random.nextBytes(bytes);
    sent = context().alloc().directBuffer(slice.size()).writeBytes(bytes);
    samples = new Samples(slice.operation() == SliceHeader.ECHO ? slice.count() : 0);
    done = 0;
    awaited = Awaited.BEGIN;
    expect(1);
    write(Unpooled.wrappedBuffer(slice.encoded()));
  }

  @Override
  void complete() throws IOException {
    switch (awaited) {
      case BEGIN -> begun();
      case ECHO -> echoed();
      case END -> {
        confirm();
        long elapsed = System.nanoTime() - begin;
        cpu = CpuTime.nanos() - cpu;
        end("count=" + slice.count() + " elapsed=" + elapsed + " cpu=" + cpu);
      }
    }
  }

  private void begun() throws IOException {
    confirm();
    cpu = CpuTime.nanos();
    if (slice.operation() == SliceHeader.ECHO) {
      awaited = Awaited.ECHO;
      samples.begin();
      pace = new Pace(paceNanos);
      sendWhenDue();
    } else {
      awaited = Awaited.END;
      expect(1);
      begin = System.nanoTime();
      sendMore();
    }
  }

  private void confirm() throws IOException {
    if (message().getByte(0) != slice.operation()) {
      throw new IOException("not the server's answer to " + slice);
    }
  }

  private void sendWhenDue() {
    long remaining = pace.remaining();
    if (remaining > 0) {
      var unused = context().executor().schedule(this::sendLate, remaining, TimeUnit.NANOSECONDS);
    } else {
      pace.await(samples);
      send();
    }
  }

  /** Passes a failure on, since Netty does not report that of a scheduled task. */
  private void sendLate() {
    try {
      pace.woken(samples);
      send();
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  private void send() {
    sent.setByte(0, done); // so that an echo of another message shows
    expect(slice.size());
    write(sent.retainedDuplicate());
  }

  private void echoed() throws IOException {
    if (message().getByte(0) != (byte) done) {
      throw new IOException("echo " + done + " is of another message");
    }
    samples.lap();
    done++;
    if (done < slice.count()) {
      sendWhenDue();
      return;
    }
    cpu = CpuTime.nanos() - cpu;
    if (!message().equals(sent)) {
      throw new IOException("an echo of " + slice.size() + " bytes came back changed");
    }
    end(samples.answer(cpu));
  }

  /** As much of a stream as the channel takes. */
  private void sendMore() {
    while (done < slice.count() && context().channel().isWritable()) {
      done++;
      write(sent.retainedDuplicate());
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (awaited == Awaited.END) {
      sendMore();
    }
  }

  private void end(String line) {
    awaited = null;
    sent.release();
    answer.complete(line);
  }
}

package jfs.agent.programs.soak;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import jfs.agent.programs.soak.ConnectionPlan.Ending;

/**
 * One end of a connection, with a channel: does and expects what the plan says, and meanwhile what
 * programs do with channels and keys. Used by the thread of its loop, which changes.
 */
final class SelectedEnd implements SelectorLoop.Selected {

  private static final int LARGEST = 256 * 1024;
  private static final int MOST_PAUSE_NANOS = 3_000_000;

  private final SelectorSoak soak;
  private final SocketChannel channel;
  private final boolean client;
  private final Watch.Game game;
  private final ByteBuffer header = ByteBuffer.allocate(Long.BYTES);
  private final byte[] bytes = new byte[LARGEST];
  private final Random random = new Random(ThreadLocalRandom.current().nextLong());

  private volatile SelectorLoop loop;

  /** Null until the header has come, as are the next three. */
  private ConnectionPlan plan;

  private Flow flow;
  private Noise sending;
  private Noise receiving;

  /** How much is received before this end tears the connection; below 0 if it does not. */
  private long tearsAt = -1;

  private boolean paused;
  private boolean halfClosed;
  private volatile boolean over;

  private SelectedEnd(
      SelectorSoak soak,
      SelectorLoop loop,
      SocketChannel channel,
      Watch.Game game,
      boolean client) {
    this.soak = soak;
    this.loop = loop;
    this.channel = channel;
    this.game = game;
    this.client = client;
    game.isPlayedBy(this);
  }

  /** One that learns the plan from its peer. */
  static SelectedEnd accepted(SelectorSoak soak, SelectorLoop loop, SocketChannel channel) {
    return new SelectedEnd(soak, loop, channel, soak.watch().begin("server"), false);
  }

  /** One that tells its peer the plan. */
  static SelectedEnd opened(
      SelectorSoak soak, SelectorLoop loop, SocketChannel channel, ConnectionPlan plan) {
    SelectedEnd end = new SelectedEnd(soak, loop, channel, soak.watch().begin("client"), true);
    end.header.putLong(plan.seed()).flip();
    end.plays(plan);
    return end;
  }

  private void plays(ConnectionPlan newPlan) {
    plan = newPlan;
    game.plays(newPlan);
    flow = new Flow(newPlan, client);
    sending = new Noise(newPlan.seed() + (client ? 3 : 4));
    receiving = new Noise(newPlan.seed() + (client ? 4 : 3));
    if (isTorn() && isFirst()) {
      tearsAt = (long) (flow.toReceive() * random.nextDouble());
    }
  }

  private boolean isTorn() {
    return plan != null && (plan.ending() == Ending.ABORT || plan.ending() == Ending.RESET);
  }

  /** Whether it may end at any moment: as planned, or since the peer may be killed. */
  private boolean mayBreak() {
    return soak.mayBeOrphaned() || isTorn();
  }

  private boolean isFirst() {
    return client == plan.clientFirst();
  }

  /** Has the loop select it, once no cancelled key is in the way. */
  void register() {
    act(
        () -> {
          channel.configureBlocking(false);
          if (channel.keyFor(loop.selector()) != null) {
            loop.afterSelection(this::register);
          } else {
            channel.register(loop.selector(), interest(), this);
          }
        });
  }

  @Override
  public String toString() {
    SelectionKey key = channel.keyFor(loop.selector());
    String interest = key == null || !key.isValid() ? "no key" : "interest " + key.interestOps();
    return channel + " with " + interest + (paused ? ", paused" : "") + (over ? ", over" : "");
  }

  private interface Act {
    void run() throws Exception;
  }

  /** Does something unless it is over; what goes wrong is the connection's. */
  private void act(Act what) {
    if (over) {
      return;
    }
    try {
      what.run();
    } catch (IOException | CancelledKeyException e) {
      if (mayBreak()) {
        end();
      } else {
        game.fail(e);
      }
    } catch (Throwable t) {
      game.fail(t);
    }
  }

  private void end() {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
    }
    try {
      channel.close();
    } catch (IOException e) {
      game.fail(e);
    }
    game.end();
    soak.ended(client);
  }

  private int interest() {
    if (channel.isConnectionPending()) {
      return SelectionKey.OP_CONNECT;
    }
    boolean writes = (client && header.hasRemaining()) || (flow != null && flow.maySend() > 0);
    return (paused ? 0 : SelectionKey.OP_READ) | (writes ? SelectionKey.OP_WRITE : 0);
  }

  @Override
  public void ready(SelectionKey key) {
    act(
        () -> {
          if (key.isConnectable()) {
            channel.finishConnect();
          }
          boolean readable = key.isReadable();
          boolean writable = key.isWritable();
          if (readable) {
            read();
          }
          // An answer need not wait for the selector.
          if (!over && (writable || random.nextBoolean())) {
            write(writable);
          }
          goOn(key);
        });
  }

  private void goOn(SelectionKey key) throws IOException {
    if (over) {
      return;
    }
    // While it is paused, it stays with its loop, which ends the pause.
    boolean begins = flow == null || (client && header.hasRemaining());
    int what = begins || paused ? -1 : random.nextInt(64);
    switch (what) {
      case 0 -> {
        paused = true;
        loop.in(random.nextInt(MOST_PAUSE_NANOS), () -> act(() -> resume(key)));
        key.interestOps(interest());
      }
      case 1 -> {
        key.cancel();
        loop.afterSelection(this::register);
      }
      case 2 -> {
        key.cancel();
        loop = soak.anyLoop(random);
        loop.execute(this::register);
      }
      case 3 -> {
        key.cancel();
        loop.afterSelection(this::block);
      }
      default -> key.interestOps(interest());
    }
  }

  private void resume(SelectionKey key) {
    paused = false;
    if (key.isValid()) {
      key.interestOps(interest());
    }
  }

  private void read() throws IOException {
    if (flow == null) {
      readHeader();
      return;
    }
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times && !over; i++) {
      int n = SoakBuffers.read(channel, bytes, 1 + random.nextInt(LARGEST), random);
      if (n == 0) {
        soak.inVain(i == 0);
        return;
      }
      took(n);
    }
  }

  private void readHeader() throws IOException {
    if (channel.read(header) < 0) {
      throw new IOException("no header");
    }
    if (!header.hasRemaining()) {
      plays(ConnectionPlan.of(header.flip().getLong()));
    }
  }

  /** A read of the channel has returned this. */
  private void took(int n) {
    if (n < 0) {
      boolean whole = flow.hasReceivedAll();
      if (!whole && !mayBreak()) {
        throw new IllegalStateException(
            "end of file after " + flow.received() + " of " + flow.toReceive());
      }
      if (!whole || isTorn() || flow.hasSentAll()) {
        end();
      } else {
        paused = true; // the peer has half-closed, and this end goes on
      }
      return;
    }
    check(n);
    if (tearsAt >= 0 && flow.received() >= tearsAt) {
      tear();
    } else {
      endIfDone();
    }
  }

  private void check(int n) {
    receiving.check(flow.received(), bytes, 0, n);
    flow.received(n);
    game.progress().addAndGet(n);
  }

  private void endIfDone() {
    if (plan.ending() == Ending.CLOSE && isFirst() && flow.hasReceivedAll() && flow.hasSentAll()) {
      end();
    }
  }

  /** Closes with bytes on their way, in this thread or in another. */
  private void tear() {
    Act closing =
        () -> {
          if (plan.ending() == Ending.RESET) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
          }
          end();
        };
    tearsAt = -1;
    if (random.nextBoolean()) {
      act(closing);
    } else {
      soak.threads(random)
          .execute(
              () -> {
                act(closing);
                // Without a shutdown, the JDK closes it in the next selection.
                loop.execute(() -> {});
              });
    }
  }

  private void write(boolean writable) throws IOException {
    if (client && header.hasRemaining()) {
      channel.write(header);
      return;
    }
    for (int i = 0; flow != null && flow.maySend() > 0; i++) {
      byte[] next = next();
      int n = SoakBuffers.write(channel, next, random);
      wrote(n);
      if (n < next.length) {
        soak.inVain(writable && i == 0 && n == 0);
        break;
      }
    }
    if (flow != null) {
      halfCloseIfDone();
    }
  }

  private byte[] next() {
    int n = (int) Math.min(Math.min(ConnectionPlan.size(random), LARGEST), flow.maySend());
    byte[] next = new byte[n];
    sending.fill(flow.sent(), next, 0, n);
    return next;
  }

  private void wrote(int n) {
    flow.sent(n);
    game.progress().addAndGet(n);
  }

  private void halfCloseIfDone() throws IOException {
    if (flow.hasSentAll() && plan.ending() == Ending.HALF_CLOSE && !halfClosed) {
      halfClosed = true;
      channel.shutdownOutput();
    }
    // Also where the peer has closed: in blocking mode this end may read end of file before its
    // writer has counted the last bytes.
    if (paused && flow.hasReceivedAll() && flow.hasSentAll()) {
      paused = false; // end of file is read again
    }
    endIfDone();
  }

  /** Reads and writes for a while as a blocking channel does, and returns to a loop. */
  private void block() {
    if (channel.isRegistered()) {
      loop.afterSelection(this::block);
      return;
    }
    soak.threads(random)
        .execute(
            () -> {
              act(
                  () -> {
                    channel.configureBlocking(true);
                    blockingWhile().play();
                    if (!over) {
                      halfCloseIfDone();
                    }
                  });
              loop.execute(this::register);
            });
  }

  private BlockingWhile blockingWhile() {
    return new BlockingWhile(channel, flow, random, soak.threads(random)) {
      @Override
      byte[] next() {
        return SelectedEnd.this.next();
      }

      @Override
      void wrote(int n) {
        SelectedEnd.this.wrote(n);
      }

      @Override
      byte[] room() {
        return bytes;
      }

      @Override
      void took(int n) {
        SelectedEnd.this.took(n);
      }
    };
  }
}

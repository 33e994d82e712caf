package jfs.agent.programs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The agent's asynchronous channels, above ends of connections that do what a transport does
 * seldom. For a program that runs with {@code channels=on}; see {@link ModelledEnds}.
 */
public final class ModelledOperations {

  private static final int READS = 20;
  private static final int PATIENCE_SECONDS = Patience.ofSeconds(20);

  private ModelledOperations() {}

  public static void main(String[] args) throws Exception {
    transportTells();
    bytesComeWhileTheReadAsks();
    noMemoryOnce();
    roomComesAfterAWhile();
    toldForNothing();
    groupLooksAgain();
  }

  /** A connection; the client has such an end. */
  private static AsynchronousSocketChannel connect(ModelledEnds.Maker maker) throws Exception {
    ModelledEnds.install(maker);
    AsynchronousServerSocketChannel listener = AsynchronousServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    AsynchronousSocketChannel client = AsynchronousSocketChannel.open();
    client.connect(listener.getLocalAddress()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return client;
  }

  private static void say(String what, Future<Integer> operation) throws Exception {
    System.out.println(what + ": " + operation.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  /** As RDMA does; TCP tells nothing. */
  private static void transportTells() throws Exception {
    ModelledEnds.End[] end = {null};
    AsynchronousSocketChannel client = connect(tcp -> last(end, new ModelledEnds.End(tcp)));
    Future<Integer> read = client.read(ByteBuffer.allocate(1));
    end[0].bytesCome();
    say("told", read);
  }

  /** The client's, which is made before the one that is accepted. */
  private static ModelledEnds.End last(ModelledEnds.End[] first, ModelledEnds.End made) {
    if (first[0] == null) {
      first[0] = made;
    }
    return made;
  }

  private static void bytesComeWhileTheReadAsks() throws Exception {
    AsynchronousSocketChannel client =
        connect(
            tcp ->
                new ModelledEnds.End(tcp) {
                  @Override
                  boolean arm(boolean receiving, boolean sending) {
                    bytes = true;
                    return false;
                  }
                });
    say("news", client.read(ByteBuffer.allocate(1)));
  }

  private static void noMemoryOnce() throws Exception {
    AtomicInteger arms = new AtomicInteger();
    AsynchronousSocketChannel client =
        connect(
            tcp ->
                new ModelledEnds.End(tcp) {
                  @Override
                  boolean arm(boolean receiving, boolean sending) {
                    if (arms.incrementAndGet() == 1) {
                      throw new OutOfMemoryError("once");
                    }
                    new Thread(this::bytesCome).start();
                    return true;
                  }
                });
    say("no memory", client.read(ByteBuffer.allocate(1)));
  }

  /** The end can't tell, so the channel has to look, again and again. */
  private static void roomComesAfterAWhile() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    AsynchronousSocketChannel client =
        connect(
            tcp ->
                new ModelledEnds.End(tcp) {
                  @Override
                  boolean canWrite(boolean tcpIsWritable) {
                    return looks.incrementAndGet() > 9;
                  }

                  @Override
                  boolean arm(boolean receiving, boolean sending) {
                    return false;
                  }

                  @Override
                  int write() {
                    return looks.get() > 9 ? 1 : 0;
                  }
                });
    say("room", client.write(ByteBuffer.allocate(1)));
  }

  /** The end says that there is something, and then there is nothing. */
  private static void toldForNothing() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    AsynchronousSocketChannel client =
        connect(
            tcp ->
                new ModelledEnds.End(tcp) {
                  @Override
                  boolean canRead() {
                    int now = looks.incrementAndGet();
                    bytes |= now == 5;
                    return now < 5 || bytes;
                  }

                  @Override
                  boolean arm(boolean receiving, boolean sending) {
                    return false;
                  }
                });
    say("nothing, and then", client.read(ByteBuffer.allocate(1)));
  }

  /** Only a thread of the group looks before a read waits, and that has been in vain. */
  private static void groupLooksAgain() throws Exception {
    Looks looks = new Looks();
    ModelledEnds.install(looks);
    AsynchronousChannelGroup group =
        AsynchronousChannelGroup.withFixedThreadPool(1, Executors.defaultThreadFactory());
    AsynchronousServerSocketChannel listener = AsynchronousServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    AsynchronousSocketChannel client = AsynchronousSocketChannel.open(group);
    client.connect(listener.getLocalAddress()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    for (int i = 0; i < READS; i++) {
      Completion read = new Completion();
      client.read(ByteBuffer.allocate(1), null, read);
      read.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    System.out.println("looks: " + looks.count);
    group.shutdownNow();
  }

  private static final class Completion extends CompletableFuture<Integer>
      implements CompletionHandler<Integer, Void> {
    @Override
    public void completed(Integer n, Void unused) {
      complete(n);
    }

    @Override
    public void failed(Throwable failure, Void unused) {
      completeExceptionally(failure);
    }
  }

  /** Counts looks before a read waits; then bytes come. */
  private static final class Looks implements ModelledEnds.Maker {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public ModelledEnds.End make(Object tcp) {
      return new ModelledEnds.End(tcp) {
        @Override
        boolean arm(boolean receiving, boolean sending) {
          new Thread(this::bytesCome).start();
          return true;
        }
      };
    }

    @Override
    public void spinAsked() {
      count.incrementAndGet();
    }
  }
}

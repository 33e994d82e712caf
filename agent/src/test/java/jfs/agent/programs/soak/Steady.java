package jfs.agent.programs.soak;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.ServerHost;

/**
 * Connections that two JVMs keep busy both ways while their memory is full time and again. The
 * program itself allocates nothing then, so that with plain sockets nothing can fail.
 *
 * <p>{@code Steady serve CONNECTIONS DISTURBERS [selector]}: says its port, then "warm", waits for
 * a line before the first disturbance, and says when all is over how many bytes it has sent and
 * received. {@code Steady connect PORT CONNECTIONS DISTURBERS SECONDS SEED [selector]}: the other
 * one, without a port to say. With {@code selector}, one thread serves all connections, over
 * channels. Disturbers: {@code heap}, {@code direct}, {@code heap+direct}, {@code none}.
 */
public final class Steady {

  private final List<LastingEnd> ends = new ArrayList<>();
  private final List<Filler> fillers = new ArrayList<>();

  /** Null if there is a socket for each, with two threads. */
  private final SteadySelector selector;

  private Steady(boolean selects) throws IOException {
    selector = selects ? new SteadySelector() : null;
  }

  public static void main(String[] args) throws Exception {
    Steady steady = new Steady(args[args.length - 1].equals("selector"));
    if (args[0].equals("serve")) {
      steady.serve(Integer.parseInt(args[1]), args[2]);
    } else {
      steady.connect(
          Integer.parseInt(args[1]),
          Integer.parseInt(args[2]),
          args[3],
          Integer.parseInt(args[4]),
          Long.parseLong(args[5]));
    }
  }

  private void serve(int connections, String disturbers) throws Exception {
    ServerSocket listener =
        selector == null ? new ServerSocket() : ServerSocketChannel.open().socket();
    listener.bind(new InetSocketAddress(ServerHost.ADDRESS, 0), 200);
    System.out.println(listener.getLocalPort());
    for (int i = 0; i < connections; i++) {
      Socket socket = listener.accept();
      long seed = new DataInputStream(socket.getInputStream()).readLong();
      ends.add(end(socket, seed, false));
    }
    play(disturbers);
    // Each stops when its peer has.
    finish();
  }

  private void connect(int port, int connections, String disturbers, int seconds, long seed)
      throws Exception {
    Random seeds = new Random(seed);
    for (int i = 0; i < connections; i++) {
      Socket socket = selector == null ? new Socket() : SocketChannel.open().socket();
      socket.connect(new InetSocketAddress(ServerHost.ADDRESS, port));
      long own = seeds.nextLong();
      new DataOutputStream(socket.getOutputStream()).writeLong(own);
      ends.add(end(socket, own, true));
    }
    play(disturbers);
    TimeUnit.SECONDS.sleep(seconds);
    // Until the fillers have stopped there may be no memory, for an iterator, say.
    for (int i = 0; i < fillers.size(); i++) {
      fillers.get(i).awaitFull();
    }
    for (int i = 0; i < ends.size(); i++) {
      ends.get(i).stop();
    }
    finish();
  }

  private LastingEnd end(Socket socket, long seed, boolean client) throws IOException {
    return selector == null
        ? new SteadyEnd(socket, seed, client)
        : new SteadyChannel(selector, socket.getChannel(), seed, client);
  }

  private void play(String disturbers) throws Exception {
    for (LastingEnd end : ends) {
      end.start();
    }
    SteadyWatch watch = new SteadyWatch(ends, fillers);
    Thread watching = new Thread(watch, "watch");
    watching.setDaemon(true);
    watching.start();
    for (LastingEnd end : ends) {
      end.awaitWarm();
    }
    halfCloseOnce();
    System.out.println("warm");
    if (System.in.read() < 0) {
      throw new IllegalStateException("nobody is there");
    }
    if (disturbers.contains("direct")) {
      fillers.add(Filler.ofDirectMemory("fills direct memory"));
    }
    if (disturbers.contains("heap")) {
      fillers.add(Filler.ofHeap("fills the heap")); // last: with it running nothing can be made
    }
    for (int i = 0; i < fillers.size(); i++) {
      fillers.get(i).start();
    }
  }

  /** The first call of a native method takes heap, which the last act of all ends may not have. */
  private static void halfCloseOnce() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, ServerHost.ADDRESS);
        Socket one = new Socket(ServerHost.ADDRESS, listener.getLocalPort());
        Socket other = listener.accept()) {
      one.shutdownOutput();
      if (other.getInputStream().read() >= 0) {
        throw new IllegalStateException("not half-closed");
      }
    }
  }

  private void finish() throws InterruptedException {
    for (int i = 0; i < ends.size(); i++) {
      ends.get(i).join();
    }
    for (int i = 0; i < fillers.size(); i++) {
      fillers.get(i).stop();
    }
    long sent = 0;
    long received = 0;
    for (LastingEnd end : ends) {
      sent += end.sent();
      received += end.received();
    }
    System.out.println("sent " + sent + " received " + received);
    System.exit(0);
  }
}

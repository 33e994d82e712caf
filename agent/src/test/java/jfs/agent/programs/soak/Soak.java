package jfs.agent.programs.soak;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.ServerHost;

/**
 * Random traffic between two JVMs.
 *
 * <p>{@code Soak serve}: accepts and plays, until a line comes on standard input.
 *
 * <p>{@code Soak connect PORT CONNECTIONS SECONDS SEED}: keeps so many connections busy, each with
 * a new one after it.
 */
public final class Soak {

  private static final int HEADER_TIMEOUT_MILLIS = 60_000;

  /** How many are played one at a time at the end. */
  private static final int CALM_GAMES = 20;

  private Soak() {}

  public static void main(String[] args) throws Exception {
    Watch watch = new Watch();
    Pools pools = new Pools();
    if (args[0].equals("serve")) {
      serve(watch, pools);
    } else {
      connect(
          watch,
          pools,
          Integer.parseInt(args[1]),
          Integer.parseInt(args[2]),
          Integer.parseInt(args[3]),
          Long.parseLong(args[4]));
    }
    watch.awaitAllEnded();
    System.out.println("played " + (watch.played() > 0 ? "some" : "none"));
    System.err.println(watch.played() + " connections, " + (watch.bytes() >> 20) + " MiB");
    System.exit(0);
  }

  private static void serve(Watch watch, Pools pools) throws Exception {
    ServerSocket listener = new ServerSocket(0, 200, ServerHost.ADDRESS);
    System.out.println(listener.getLocalPort());
    Thread accepting =
        new Thread(
            () -> {
              Random random = new Random();
              while (true) {
                Socket socket;
                try {
                  socket = listener.accept();
                } catch (IOException e) {
                  return;
                }
                ExecutorService threads = pools.any(random);
                threads.execute(() -> answer(socket, watch, threads));
              }
            });
    accepting.start();
    if (System.in.read() < 0) {
      throw new IllegalStateException("nobody is there");
    }
    listener.close();
    accepting.join();
  }

  private static void answer(Socket socket, Watch watch, ExecutorService threads) {
    Watch.Game game = watch.begin("server");
    try (socket) {
      socket.setSoTimeout(HEADER_TIMEOUT_MILLIS);
      ConnectionPlan plan =
          ConnectionPlan.of(new DataInputStream(socket.getInputStream()).readLong());
      socket.setSoTimeout(0);
      game.plays(plan);
      new PlannedEnd(socket, plan, false, game.progress()).play(threads);
      game.end();
    } catch (Throwable t) {
      game.fail(t);
    }
  }

  private static void connect(
      Watch watch, Pools pools, int port, int connections, int seconds, long seed)
      throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Thread[] workers = new Thread[connections];
    for (int i = 0; i < connections; i++) {
      Random random = new Random(seed + i);
      workers[i] =
          new Thread(
              () -> {
                while (System.nanoTime() < end) {
                  ask(port, watch, pools.any(random), random);
                }
              });
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    // With hundreds of threads for two processors, connections may end before JFS gets to them.
    // Some must leave TCP.
    Random random = new Random(seed - 1);
    for (int i = 0; i < CALM_GAMES; i++) {
      ask(port, watch, pools.any(random), random);
    }
  }

  private static void ask(int port, Watch watch, ExecutorService threads, Random random) {
    Watch.Game game = watch.begin("client");
    ConnectionPlan plan = ConnectionPlan.of(random.nextLong());
    game.plays(plan);
    try (Socket socket = new Socket(ServerHost.ADDRESS, port)) {
      setOptions(socket, random);
      // In virtual threads where there are any: the worker only waits.
      threads
          .submit(
              () -> {
                new DataOutputStream(socket.getOutputStream()).writeLong(plan.seed());
                new PlannedEnd(socket, plan, true, game.progress()).play(threads);
                return null;
              })
          .get();
      game.end();
    } catch (Throwable t) {
      game.fail(t);
    }
  }

  private static void setOptions(Socket socket, Random random) throws SocketException {
    if (random.nextInt(4) == 0) {
      socket.setTcpNoDelay(random.nextBoolean());
    }
    if (random.nextInt(8) == 0) {
      socket.setSendBufferSize(1024 << random.nextInt(8));
    }
  }
}

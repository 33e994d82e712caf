package jfs.agent.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Makes connections, echoes over them and closes them, until another agent has had the JDK's
 * classes retransformed so many times: {@code Storm ROUNDS}.
 */
public final class Storm {

  private static final int LEAST = 100;
  private static final int MOST_BYTES = 20_000;

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

  private Storm() throws IOException {}

  public static void main(String[] args) throws Exception {
    Storm storm = new Storm();
    int rounds = Integer.parseInt(args[0]);
    ExecutorService threads = Executors.newCachedThreadPool();
    Thread serving = new Thread(storm::serve);
    serving.setDaemon(true);
    serving.start();
    System.out.println("ready");
    System.in.read();
    Callable<Integer> using = () -> storm.use(rounds);
    Future<Integer> one = threads.submit(using);
    Future<Integer> other = threads.submit(using);
    System.out.println(one.get() >= LEAST && other.get() >= LEAST);
    System.out.println("no connection failed");
    System.exit(0);
  }

  private void serve() {
    try {
      while (true) {
        Socket socket = listener.accept();
        new Thread(() -> echo(socket)).start();
      }
    } catch (IOException e) {
      e.printStackTrace(System.out);
    }
  }

  private static void echo(Socket accepted) {
    try (accepted) {
      accepted.getInputStream().transferTo(accepted.getOutputStream());
    } catch (IOException e) {
      e.printStackTrace(System.out);
    }
  }

  private int use(int wanted) throws IOException {
    Random random = new Random(wanted);
    int connections = 0;
    while (connections < LEAST || Integer.getInteger("storm.rounds", 0) < wanted) {
      if (System.getProperty("storm.end") != null) {
        throw new IOException("the storm is over: " + System.getProperty("storm.end"));
      }
      try (Socket socket = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
        for (int i = random.nextInt(6); i >= 0; i--) {
          byte[] sent = new byte[1 + random.nextInt(MOST_BYTES)];
          random.nextBytes(sent);
          socket.getOutputStream().write(sent);
          byte[] echoed = socket.getInputStream().readNBytes(sent.length);
          if (!Arrays.equals(sent, echoed)) {
            throw new IOException("another echo");
          }
        }
        socket.shutdownOutput();
        if (socket.getInputStream().read() != -1) {
          throw new IOException("no end");
        }
      }
      connections++;
    }
    return connections;
  }
}

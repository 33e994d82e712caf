package jfs.agent.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;

/**
 * Has sockets in all states, says "ready", and goes on with them when it is sent a line. An agent
 * may come in between.
 */
public final class SocketsBeforeAgent {

  private SocketsBeforeAgent() {}

  public static void main(String[] args) throws Exception {
    try (Loopback old = new Loopback();
        ServerSocket idle = Loopback.listen();
        ServerSocket busy = Loopback.listen();
        Socket unconnected = new Socket();
        Socket connecting = new Socket()) {
      old.client.setSoTimeout(4321);
      idle.setSoTimeout(1);
      Say.outcome("idle accept", idle::accept);
      busy.setSoTimeout(Patience.ofMillis(20_000));
      FutureTask<Socket> accepting = new FutureTask<>(busy::accept);
      Thread thread = new Thread(accepting);
      thread.start();
      awaitBlocked(thread);
      System.out.println("ready");
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)).readLine();

      // Not counted: older than the agent. Of the second connection, the end that is accepted now
      // counts.
      Say.outcome("old", () -> Loopback.works(old.client, old.server));
      Say.outcome("old timeout", old.client::getSoTimeout);
      unconnected.connect(busy.getLocalSocketAddress());
      Say.outcome("blocked accept", () -> Loopback.works(unconnected, accepting.get()));

      // Two accepted by old listeners, two opened by new sockets.
      Say.outcome("busy timeout", busy::getSoTimeout);
      again(busy);
      Say.outcome("idle timeout", idle::getSoTimeout);
      Say.outcome("idle accept", idle::accept);
      idle.setSoTimeout(0);
      again(idle);

      // One opened, one accepted.
      try (Loopback c = new Loopback()) {
        Say.outcome("new", () -> Loopback.works(c.client, c.server));
      }

      // One accepted.
      connecting.connect(busy.getLocalSocketAddress());
      try (Socket server = busy.accept()) {
        Say.outcome("old to old", () -> Loopback.works(connecting, server));
      }
      accepting.get().close();
    }
  }

  private static void again(ServerSocket listener) throws Exception {
    try (Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
        Socket server = listener.accept()) {
      Say.outcome("words", () -> Say.withoutNumbers(server) + Say.withoutNumbers(client));
      Say.outcome("timeout", server::getSoTimeout);
      server.setSoTimeout(1);
      Say.outcome("read", () -> server.getInputStream().read());
      server.setSoTimeout(0); // later JDKs may time out although bytes are there
      Say.outcome("again", () -> Loopback.works(client, server));
      client.shutdownOutput();
      Say.outcome("end", () -> server.getInputStream().read());
    }
  }

  private static void awaitBlocked(Thread thread) {
    while (true) {
      for (StackTraceElement frame : thread.getStackTrace()) {
        if (frame.getMethodName().equals("poll") || frame.getMethodName().equals("park")) {
          return;
        }
      }
      Thread.onSpinWait();
    }
  }
}

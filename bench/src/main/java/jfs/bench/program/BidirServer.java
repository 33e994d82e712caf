package jfs.bench.program;

import java.net.ServerSocket;
import java.net.Socket;

/** Sends as many messages as it receives, at the same time. */
public final class BidirServer {

  private BidirServer() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    ServerSocket server = Hosts.listen(0);
    new Thread(() -> serve(server), "server").start();
    Commands.answer("port=" + server.getLocalPort() + " cpu-step=" + CpuTime.step());
    commands.serveCpuTime();
  }

  private static void serve(ServerSocket server) {
    for (; ; ) {
      try (Socket socket = Hosts.accept(server)) {
        serve(socket);
      } catch (Exception e) {
        Commands.fail(e);
      }
    }
  }

  private static void serve(Socket socket) throws Exception {
    SliceHeader slice = next(socket);
    while (slice != null) {
      BidirClient.both(socket, slice.size(), slice.count());
      socket.getOutputStream().write(SliceHeader.BIDIR);
      slice = next(socket);
    }
  }

  private static SliceHeader next(Socket socket) throws Exception {
    return SliceHeader.receive(socket.getInputStream(), socket.getOutputStream());
  }
}

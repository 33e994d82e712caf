package jfs.bench.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** Takes messages on any number of connections, with a thread for each. */
public final class IncastServer {

  private IncastServer() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    ServerSocket server = Hosts.listen(0);
    Acceptor.start(server, Acceptor.USUAL_STACK, IncastServer::serve);
    Commands.answer("port=" + server.getLocalPort() + " cpu-step=" + CpuTime.step());
    commands.serveCpuTime();
  }

  private static void serve(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    OutputStream out = socket.getOutputStream();
    SliceHeader slice = SliceHeader.receive(in, out);
    while (slice != null) {
      Streams.receive(in, slice.size(), slice.count());
      out.write(SliceHeader.STREAM);
      slice = SliceHeader.receive(in, out);
    }
  }
}

package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import jfs.bench.child.Commands;
import jfs.bench.child.Hosts;

/** Echoes, or swallows, what {@link PingPongClient} sends. */
final class PingPongServer {

  private byte[] buffer = new byte[0];

  private PingPongServer() {}

  /** Begins, and answers the port. */
  static int serve() throws IOException {
    ServerSocket server = Hosts.listen(0);
    Thread worker = new Thread(() -> new PingPongServer().serve(server), "server");
    worker.start();
    return server.getLocalPort();
  }

  private void serve(ServerSocket server) {
    for (; ; ) {
      try (Socket socket = Hosts.accept(server)) {
        serve(socket.getInputStream(), socket.getOutputStream());
      } catch (IOException e) {
        Commands.fail(e);
      }
    }
  }

  private void serve(InputStream in, OutputStream out) throws IOException {
    SliceHeader slice = SliceHeader.receive(in, out);
    while (slice != null) {
      if (buffer.length < slice.size()) {
        buffer = new byte[slice.size()];
      }
      if (slice.operation() == SliceHeader.ECHO) {
        echo(slice, in, out);
      } else {
        swallow(slice, in, out);
      }
      slice = SliceHeader.receive(in, out);
    }
  }

  private void echo(SliceHeader slice, InputStream in, OutputStream out) throws IOException {
    int size = slice.size();
    for (int i = 0; i < slice.count(); i++) {
      if (in.readNBytes(buffer, 0, size) < size) {
        throw new EOFException("in message " + i);
      }
      out.write(buffer, 0, size);
    }
  }

  private void swallow(SliceHeader slice, InputStream in, OutputStream out) throws IOException {
    long left = (long) slice.size() * slice.count();
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(left, slice.size()));
      if (read < 0) {
        throw new EOFException(left + " bytes too early");
      }
      left -= read;
    }
    out.write(SliceHeader.STREAM);
  }
}

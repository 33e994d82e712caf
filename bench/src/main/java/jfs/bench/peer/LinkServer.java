package jfs.bench.peer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.bench.child.Commands;
import jfs.bench.program.SliceHeader;

/** What the ping-pong server does, over links. */
final class LinkServer {

  private LinkServer() {}

  /** Waits for the next client. */
  interface Acceptor {
    Link accept() throws IOException;
  }

  /** Serves one client after the other, on a thread of its own. */
  static void start(Acceptor acceptor) {
    new Thread(
            () -> {
              for (; ; ) {
                try (Link link = acceptor.accept()) {
                  serve(link);
                } catch (IOException | RuntimeException e) {
                  Commands.fail(e);
                }
              }
            },
            "server")
        .start();
  }

  private static void serve(Link link) throws IOException {
    ByteBuffer header = link.allocate(SliceHeader.BYTES);
    ByteBuffer answer = link.allocate(1);
    while (link.read(header.clear())) {
      SliceHeader slice = SliceHeader.decoded(header.flip());
      link.write(answer.clear().put(0, (byte) slice.operation()));
      if (slice.operation() == SliceHeader.ECHO) {
        echo(slice, link);
      } else {
        link.skip((long) slice.size() * slice.count(), slice.size());
        link.write(answer.clear());
      }
    }
  }

  private static void echo(SliceHeader slice, Link link) throws IOException {
    ByteBuffer message = link.allocate(slice.size());
    for (int i = 0; i < slice.count(); i++) {
      if (!link.read(message.clear())) {
        throw new EOFException("in message " + i);
      }
      link.write(message.flip());
    }
  }
}

package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import jfs.bench.child.Client;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;
import jfs.bench.child.Samples;

/**
 * Times connections from connect to close that carry a few requests, one after the other.
 *
 * <p>Command: {@code short REQUESTS WRITES BYTES COUNT}: requests in a connection, writes that each
 * is made of, bytes of its body.
 */
final class ShortClient implements Client {

  private final int portOfPorts;

  /** By kind of connection. */
  private final Map<String, Integer> ports = new HashMap<>();

  /** For the first port of a {@link ShortServer}. */
  ShortClient(int portOfPorts) {
    this.portOfPorts = portOfPorts;
  }

  @Override
  public String answer(String[] words) throws IOException {
    String kind = String.join(" ", Arrays.asList(words).subList(0, 4));
    Integer port = ports.get(kind);
    if (port == null) {
      port = ShortServer.port(portOfPorts);
      ports.put(kind, port);
    }
    Requests requests =
        new Requests(
            Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
    return connections(port, requests, Integer.parseInt(words[4]));
  }

  private static String connections(int port, Requests requests, int count) throws IOException {
    Samples samples = new Samples(count);
    long cpu = CpuTime.nanos();
    samples.begin();
    for (int i = 0; i < count; i++) {
      try (Socket socket = Hosts.connect(port)) {
        requests.send(socket, i);
      }
      samples.lap();
    }
    return samples.answer(CpuTime.nanos() - cpu);
  }

  private static final class Requests {
    private final int count;
    private final int writes;
    private final byte[] request;
    private final byte[] answer;

    Requests(int count, int writes, int bodyBytes) {
      this.count = count;
      this.writes = writes;
      request = new byte[ShortServer.HEADER_BYTES + bodyBytes];
      answer = new byte[bodyBytes];
      new Random(bodyBytes).nextBytes(request);
      for (int i = 0; i < ShortServer.HEADER_BYTES; i++) {
        request[i] = (byte) (bodyBytes >>> (Byte.SIZE * (ShortServer.HEADER_BYTES - 1 - i)));
      }
    }

    void send(Socket socket, int number) throws IOException {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      for (int i = 0; i < count; i++) {
        request[ShortServer.HEADER_BYTES] = (byte) (number + i);
        write(out);
        if (in.readNBytes(answer, 0, answer.length) < answer.length) {
          throw new EOFException("in an answer");
        }
        if (answer[0] != (byte) (number + i)) {
          throw new IOException("the answer to another request");
        }
      }
    }

    /** By one write, or the header by the first one and the body by the others. */
    private void write(OutputStream out) throws IOException {
      if (writes == 1) {
        out.write(request);
        return;
      }
      out.write(request, 0, ShortServer.HEADER_BYTES);
      int from = ShortServer.HEADER_BYTES;
      for (int i = 1; i < writes; i++) {
        int to = i == writes - 1 ? request.length : from + answer.length / (writes - 1);
        out.write(request, from, to - from);
        from = to;
      }
    }
  }
}

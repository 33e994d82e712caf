package jfs.shm.control;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.JvmStatus;

/**
 * A status client: asks a JVM about its connections, and takes the answer part by part. It has no
 * other effect on either JVM.
 */
public final class StatusClient implements JvmStatus {

  /** How long to wait for the next bytes. */
  private static final int PATIENCE_MILLIS = 5_000;

  /**
   * How long the whole answer may take, and how many bytes it may have: 256 for each of a million
   * connections. The process that answers may be a hostile one of another user, if root asks.
   */
  static final long ANSWER_NANOS = TimeUnit.MINUTES.toNanos(1);

  static final long ANSWER_BYTES = 1L << 28;

  private final SocketChannel channel;
  private final Selector selector;
  private final LongSupplier nanoTime;
  private final long begun;

  /** How many bytes of the answer are left. */
  private long bytesLeft = ANSWER_BYTES;

  private final String version;
  private final int count;
  private final String streams;
  private final Map<String, Long> totals;

  /** Lines of the first part that have not been taken. */
  private List<String> lines;

  /** Asks over a socket that is connected; a test may choose how the time goes. */
  StatusClient(SocketChannel channel, boolean each, LongSupplier nanoTime) throws IOException {
    this.channel = channel;
    this.nanoTime = nanoTime;
    begun = nanoTime.getAsLong();
    selector = Selector.open();
    try {
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      channel.write(Frame.of(FrameType.STATUS).u16(each ? 1 : 0).finish());
      lines = part();
      String[] head = lines.isEmpty() ? new String[0] : lines.get(0).split("\t", -1);
      if (head.length < 2) {
        throw new IllegalArgumentException("no head");
      }
      version = head[0];
      count = Integer.parseInt(head[1]);
      streams = head.length < 3 || head[2].isEmpty() ? null : head[2];
      totals = head.length < 4 ? Map.of() : figures(head[3]);
      lines = lines.subList(1, lines.size());
    } catch (IllegalArgumentException e) {
      selector.close();
      throw notUnderstood(e);
    } catch (IOException | RuntimeException e) {
      selector.close();
      throw e;
    }
  }

  /**
   * The rendezvous directory of JVMs with this value of the option {@code shm_dir}; it may be
   * empty.
   */
  public static Path folder(String shmDir) throws IOException {
    return RendezvousDirectory.folder(shmDir);
  }

  /**
   * The names of the JVMs that are in a folder, or were; they begin with the process id and a
   * hyphen. None if there is no folder.
   *
   * @throws IOException also if the folder belongs to another user, or is open to others
   */
  public static List<String> present(Path folder) throws IOException {
    return Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
        ? RendezvousDirectory.at(folder).names()
        : List.of();
  }

  /** The same for a given user's folder, which root may enter. */
  public static List<String> present(Path folder, int user) throws IOException {
    return Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
        ? RendezvousDirectory.at(folder, user).names()
        : List.of();
  }

  /**
   * Asks a JVM about each connection.
   *
   * @param name of those that are {@link #present}
   * @return null if the JVM is gone
   * @throws SocketTimeoutException if it does not answer
   */
  public static StatusClient of(Path folder, String name) throws IOException {
    return of(RendezvousDirectory.at(folder), name, true);
  }

  /**
   * The same for a given user's folder, which root may enter.
   *
   * @param each whether to ask about each connection, or for figures alone
   */
  public static StatusClient of(Path folder, String name, int user, boolean each)
      throws IOException {
    return of(RendezvousDirectory.at(folder, user), name, each);
  }

  private static StatusClient of(RendezvousDirectory place, String name, boolean each)
      throws IOException {
    Path socket = place.file(name + RendezvousDirectory.SOCKET_SUFFIX);
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.configureBlocking(false);
      if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
        throw new SocketTimeoutException("connection not taken");
      }
      return new StatusClient(channel, each, System::nanoTime);
    } catch (ConnectException e) {
      channel.close();
      return null;
    } catch (IOException | RuntimeException e) {
      channel.close();
      if (e instanceof SocketException && Files.notExists(socket)) {
        return null; // it ended a moment ago
      }
      throw e;
    }
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public String streams() {
    return streams;
  }

  private static Map<String, Long> figures(String text) {
    Map<String, Long> figures = new LinkedHashMap<>();
    for (String pair : text.split(" ", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("no figure");
      }
      figures.put(pair.substring(0, equals), Long.valueOf(pair.substring(equals + 1)));
    }
    return figures;
  }

  @Override
  public Map<String, Long> totals() {
    return totals;
  }

  @Override
  public List<ConnectionReport> connections() throws IOException {
    List<ConnectionReport> connections = new ArrayList<>();
    try {
      List<String> more = lines;
      do {
        for (String line : more) {
          connections.add(ConnectionReport.parse(line));
        }
        more = part();
      } while (!more.isEmpty());
    } catch (IllegalArgumentException e) {
      throw notUnderstood(e);
    }
    return connections;
  }

  private static IOException notUnderstood(RuntimeException e) {
    return new IOException("its answer cannot be understood", e);
  }

  /** The lines of the next part; skips other frames. */
  private List<String> part() throws IOException {
    while (true) {
      ByteBuffer header = receive(Frame.HEADER);
      int length = header.getInt();
      if (length < 0 || length > Frame.MOST_BYTES) {
        throw new IOException("frame of " + length + " bytes");
      }
      FrameType type = FrameType.of(header.get());
      FrameFields fields = new FrameFields(receive(length));
      if (type == FrameType.REPORT) {
        return fields.text().lines().toList();
      }
    }
  }

  private ByteBuffer receive(int length) throws IOException {
    bytesLeft -= length;
    if (bytesLeft < 0) {
      throw new IOException("its answer is longer than " + ANSWER_BYTES + " bytes");
    }
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (nanoTime.getAsLong() - begun > ANSWER_NANOS) {
        throw new SocketTimeoutException("its answer takes too long");
      }
      int n = channel.read(bytes);
      if (n < 0) {
        throw new IOException("it has ended the connection");
      }
      if (n == 0) {
        if (selector.select(PATIENCE_MILLIS) == 0) {
          throw new SocketTimeoutException("no answer");
        }
        selector.selectedKeys().clear();
      }
    }
    return bytes.flip();
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      selector.close();
    }
  }
}

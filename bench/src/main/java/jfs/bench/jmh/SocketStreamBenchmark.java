package jfs.bench.jmh;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What JFS's streams cost on TCP: echoes of 64 bytes between two threads of one JVM. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 3,
    jvmArgsAppend = {
      "--add-opens=java.base/java.net=ALL-UNNAMED",
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
    })
public class SocketStreamBenchmark {

  private static final int SIZE = 64;

  @Param({"JDK", "JFS"})
  public Connection sockets;

  private final byte[] message = new byte[SIZE];
  private Socket socket;
  private InputStream in;
  private OutputStream out;
  private Thread echo;

  /** Connects to a thread that echoes. */
  @Setup(Level.Trial)
  public void connect() throws IOException {
    try (ServerSocket server = sockets.listen()) {
      socket = sockets.connect(server);
      Socket accepted = server.accept();
      accepted.setTcpNoDelay(true);
      echo = new Thread(() -> echo(accepted), "echo");
      echo.start();
    }
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  private static void echo(Socket socket) {
    byte[] buffer = new byte[SIZE];
    try (socket) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      while (in.readNBytes(buffer, 0, SIZE) == SIZE) {
        out.write(buffer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One round trip. */
  @Benchmark
  public byte[] echo64() throws IOException {
    out.write(message);
    if (in.readNBytes(message, 0, SIZE) < SIZE) {
      throw new EOFException();
    }
    return message;
  }

  /** Ends the connection, and with it the thread. */
  @TearDown(Level.Trial)
  public void close() throws IOException, InterruptedException {
    socket.close();
    echo.join();
  }
}

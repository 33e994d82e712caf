package jfs.bench.jmh;

import java.util.concurrent.TimeUnit;
import jfs.core.ring.CorruptRingException;
import jfs.core.wait.Polling;
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

/** What the ways to wait cost: round trips of a byte between two threads. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class WaitBenchmark {

  /** The message after which the other thread ends. */
  private static final byte LAST = 1;

  @Param public Polling polling;

  private final byte[] message = new byte[1];
  private WaitingEnd asking;
  private WaitingEnd answering;
  private Thread echo;

  /** Starts the thread that answers. */
  @Setup(Level.Trial)
  public void start() {
    asking = new WaitingEnd(polling);
    answering = new WaitingEnd(polling);
    echo = new Thread(this::answer, "echo");
    echo.start();
  }

  private void answer() {
    byte[] received = new byte[1];
    try {
      do {
        answering.receive(received);
        asking.send(received);
      } while (received[0] != LAST);
    } catch (CorruptRingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One round trip. */
  @Benchmark
  public byte roundTrip() throws CorruptRingException {
    answering.send(message);
    asking.receive(message);
    return message[0];
  }

  /** Ends the thread. */
  @TearDown(Level.Trial)
  public void end() throws CorruptRingException, InterruptedException {
    answering.send(new byte[] {LAST});
    echo.join();
  }
}

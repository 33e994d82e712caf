package jfs.bench.jmh;

import java.util.concurrent.TimeUnit;
import jfs.core.ring.CorruptRingException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What the ring itself costs: bytes in and out again, by one thread, which never waits. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RingBenchmark {

  @Param({"1", "64", "1024", "16384"})
  public int size;

  private final MemoryRing ring = new MemoryRing();
  private byte[] message;

  @Setup
  public void makeMessage() {
    message = new byte[size];
  }

  /** A copy in, a publication with its full fence, a copy out, the room given back. */
  @Benchmark
  public int putAndTake() throws CorruptRingException {
    ring.sender.put(message, 0, size);
    return ring.receiver.take(message, 0, size);
  }
}

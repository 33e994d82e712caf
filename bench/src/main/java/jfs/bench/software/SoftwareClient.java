package jfs.bench.software;

import jfs.bench.child.Client;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Samples;

/** Times a software's operations. Commands: {@code PHASE COUNT}. */
public final class SoftwareClient implements Client {

  private final Software software;
  private final int port;

  /** For the server's port. */
  public SoftwareClient(Software software, int port) {
    this.software = software;
    this.port = port;
  }

  @Override
  public String answer(String[] command) throws Exception {
    Software.Operation operation = software.phase(command[0], port);
    int count = Integer.parseInt(command[1]);
    Samples samples = new Samples(count);
    long cpu = CpuTime.nanos();
    samples.begin();
    for (int i = 0; i < count; i++) {
      operation.run();
      samples.lap();
    }
    return samples.answer(CpuTime.nanos() - cpu);
  }
}

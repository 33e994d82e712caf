package jfs.bench.software;

import jfs.bench.program.Commands;
import jfs.bench.program.CpuTime;
import jfs.bench.program.Samples;

/**
 * The client of a software. Arguments: its name, and the server's port. Commands: {@code PHASE
 * COUNT}, and {@code cpu}.
 */
public final class SoftwareClient {

  private SoftwareClient() {}

  public static void main(String[] args) {
    Commands commands = Commands.open();
    try {
      Software software = KnownSoftware.named(args[0]);
      int port = Integer.parseInt(args[1]);
      Commands.answer("ready=1");
      for (; ; ) {
        String[] words = commands.next();
        if (words[0].equals("cpu")) {
          Commands.answer("cpu=" + CpuTime.nanos());
        } else {
          Commands.answer(run(software.phase(words[0], port), Integer.parseInt(words[1])));
        }
      }
    } catch (Exception e) {
      Commands.fail(e);
    }
  }

  private static String run(Software.Operation operation, int count) throws Exception {
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

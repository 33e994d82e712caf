package jfs.bench.software;

import jfs.bench.program.Commands;

/** The server of a software, by its name. */
public final class SoftwareServer {

  private SoftwareServer() {}

  public static void main(String[] args) {
    Commands commands = Commands.open();
    try {
      int port = KnownSoftware.named(args[0]).serve();
      // The steps of the clock are of no account beside whole runs; to look for them takes time.
      Commands.answer("port=" + port + " cpu-step=0");
      commands.serveCpuTime();
    } catch (Exception e) {
      Commands.fail(e);
    }
  }
}

package jfs.bench.software;

import jfs.bench.child.Bootstrap;
import jfs.bench.child.End;
import jfs.bench.child.Server;

/** Starts software by its name. Arguments: {@code server NAME}, {@code client NAME PORT}. */
public final class SoftwareMain implements Bootstrap.Family {

  private SoftwareMain() {}

  public static void main(String[] args) {
    Bootstrap.run(new SoftwareMain(), args);
  }

  @Override
  public End open(String[] words) throws Exception {
    Software software = KnownSoftware.named(words[1]);
    // The steps of the clock are of no account beside whole runs; to look for them takes time.
    return words[0].equals("server")
        ? Server.withoutCpuStep(software.serve())
        : new SoftwareClient(software, Integer.parseInt(words[2]));
  }
}

package jfs.agent.programs.apps;

/** {@code AppServer APP}: says its port, and serves until its standard input ends. */
public final class AppServer {

  private AppServer() {}

  public static void main(String[] args) throws Exception {
    System.out.println(AppKind.named(args[0]).serve());
    while (System.in.read() >= 0) {
      // Nothing is asked for.
    }
    System.exit(0);
  }
}

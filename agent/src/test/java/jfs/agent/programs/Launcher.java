package jfs.agent.programs;

/** Starts a JVM with the environment and output of its own: {@code Launcher JAVA ARGUMENT...}. */
public final class Launcher {

  private Launcher() {}

  public static void main(String[] args) throws Exception {
    System.out.println("ended " + new ProcessBuilder(args).inheritIO().start().waitFor());
  }
}

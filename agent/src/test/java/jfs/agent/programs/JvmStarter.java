package jfs.agent.programs;

/** Starts a JVM with the environment and output of its own: {@code JvmStarter JAVA ARGUMENT...}. */
public final class JvmStarter {

  private JvmStarter() {}

  public static void main(String[] args) throws Exception {
    System.out.println("ended " + new ProcessBuilder(args).inheritIO().start().waitFor());
  }
}

package jfs.agent.launch;

public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.err.println("todo");
  }
}

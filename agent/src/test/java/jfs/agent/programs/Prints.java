package jfs.agent.programs;

/** Prints, and touches no socket. */
public final class Prints {

  private Prints() {}

  public static void main(String[] args) {
    System.out.println("printed");
  }
}

package jfs.bench.variant;

/** A program that does to the harness what measured programs should not. */
final class Misbehaving {

  private Misbehaving() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "crash" -> {
        System.err.println("first words");
        System.err.println("last words");
        System.exit(7);
      }
      case "chat" -> System.out.println("Hello there");
      case "hang" -> Thread.sleep(600_000);
      case "answer-then-crash" -> {
        System.out.println("ready=1");
        System.in.read();
        throw new IllegalStateException("cannot go on");
      }
      case "end-badly" -> {
        System.out.println("ready=1");
        Runtime.getRuntime().halt(System.in.readAllBytes().length == 0 ? 3 : 4);
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
}

package jfs.bench.result;

/** What carried a fork's connections, in the words of each end. */
public record Ends(String client, String server) {

  private static final String TCP = "tcp";

  /** Whether the agents at both ends say that a connection left TCP. */
  public boolean leftTcp() {
    return Left.of(client).beyond > 0 && Left.of(server).beyond > 0;
  }

  /** Whether the agents at both ends say so of each of their connections. */
  public boolean allLeftTcp() {
    return leftTcp() && Left.of(client).isAll() && Left.of(server).isAll();
  }

  /** For example {@code client 31 of 32, server 32 of 32}: so many left TCP. */
  public String left() {
    return "client " + Left.of(client) + ", server " + Left.of(server);
  }

  /** How many of an end's connections left TCP. */
  private record Left(long beyond, long all) {

    /** Of words such as {@code shm: 1, tcp: 2 (no-peer: 1, unpaired: 1)}. */
    static Left of(String end) {
      long beyond = 0;
      long all = 0;
      for (String part : end.replaceAll("\\([^)]*\\)", "").split(",", -1)) {
        String[] words = part.strip().split(": ", -1);
        if (words.length == 2 && words[1].matches("[0-9]+")) {
          long count = Long.parseLong(words[1]);
          all += count;
          beyond += words[0].equals(TCP) ? 0 : count;
        }
      }
      return new Left(beyond, all);
    }

    boolean isAll() {
      return beyond == all;
    }

    @Override
    public String toString() {
      return beyond + " of " + all;
    }
  }

  @Override
  public String toString() {
    return "client " + client + "; server " + server;
  }
}

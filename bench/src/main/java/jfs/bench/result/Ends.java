package jfs.bench.result;

/** What carried a fork's connections, in the words of each end. */
public record Ends(String client, String server) {

  private static final String TCP = "tcp";

  /** Whether the agents at both ends say that a connection left TCP. */
  public boolean leftTcp() {
    return leftTcp(client) && leftTcp(server);
  }

  /** Of words such as {@code shm: 1, tcp: 2 (no-peer: 1, unpaired: 1)}. */
  private static boolean leftTcp(String end) {
    for (String part : end.replaceAll("\\([^)]*\\)", "").split(",", -1)) {
      String[] words = part.strip().split(": ", -1);
      if (words.length == 2 && !words[0].equals(TCP) && !words[1].equals("0")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "client " + client + "; server " + server;
  }
}

package jfs.bench.result;

/** What carried a fork's connections, in the words of each end. */
public record Ends(String client, String server) {

  @Override
  public String toString() {
    return "client " + client + "; server " + server;
  }
}

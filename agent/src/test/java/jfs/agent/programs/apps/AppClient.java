package jfs.agent.programs.apps;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * {@code AppClient APP PORT}: for each number on standard input it makes so many exchanges, and
 * says "done".
 */
public final class AppClient {

  private AppClient() {}

  public static void main(String[] args) throws Exception {
    AppKind.Client client = AppKind.named(args[0]).connect(Integer.parseInt(args[1]));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      for (int i = Integer.parseInt(line); i > 0; i--) {
        client.exchange();
      }
      System.out.println("done");
    }
    System.exit(0);
  }
}

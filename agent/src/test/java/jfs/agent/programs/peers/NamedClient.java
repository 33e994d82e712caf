package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * {@code NamedClient NAME HOST PORT OWN-PORT}: connects to a {@link NamedServer}, from a port of
 * its own unless that is 0. For each line on standard input, a number, makes so many round trips,
 * and says "exact".
 */
public final class NamedClient {

  private NamedClient() {}

  public static void main(String[] args) throws Exception {
    String name = args[0];
    try (Socket socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.bind(new InetSocketAddress(Integer.parseInt(args[3])));
      socket.connect(new InetSocketAddress(args[1], Integer.parseInt(args[2])));
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        for (int i = Integer.parseInt(line); i > 0; i--) {
          out.write(NamedServer.message(name, number));
          long answer = NamedServer.expect(in, name);
          if (answer != number + 1) {
            throw new IOException(answer + " for " + number);
          }
          number = answer;
        }
        System.out.println("exact");
      }
    }
  }
}

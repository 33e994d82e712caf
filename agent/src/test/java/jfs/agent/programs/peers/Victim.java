package jfs.agent.programs.peers;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import jfs.agent.programs.ServerHost;

/**
 * {@code Victim PORT CONNECTIONS}: talks to a {@link Survivor} until it is killed. Says its port.
 */
public final class Victim {

  private Victim() {}

  public static void main(String[] args) throws Exception {
    InetAddress here = ServerHost.ADDRESS;
    ServerSocket listener = new ServerSocket(0, 200, here);
    System.out.println(listener.getLocalPort());
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      new Chatter(new Socket(here, Integer.parseInt(args[0])), () -> {}).start();
    }
    while (true) {
      new Chatter(listener.accept(), () -> {}).start();
    }
  }
}

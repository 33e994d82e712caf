package jfs.agent.programs;

import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImpl;
import java.net.SocketImplFactory;

/** Sets factories of its own: {@code Factories [client] [server]}. */
public final class Factories {

  private Factories() {}

  /** Says when it is asked. */
  private static final class Recording implements SocketImplFactory {
    private final String name;

    Recording(String name) {
      this.name = name;
    }

    @Override
    public SocketImpl createSocketImpl() {
      System.out.println(name + " factory asked");
      return new ChannelSocketImpl();
    }
  }

  @SuppressWarnings("deprecation") // this is what the program tests
  public static void main(String[] args) throws Exception {
    Say.outcome("before", Factories::works);
    for (String arg : args) {
      for (String time : new String[] {"once", "twice"}) {
        Say.done(
            arg + " " + time,
            () -> {
              if (arg.equals("client")) {
                Socket.setSocketImplFactory(new Recording("client"));
              } else {
                ServerSocket.setSocketFactory(new Recording("server"));
              }
            });
      }
    }
    Say.outcome("after", Factories::works);
  }

  private static boolean works() throws Exception {
    try (Loopback c = new Loopback()) {
      return Loopback.works(c.client, c.server);
    }
  }
}

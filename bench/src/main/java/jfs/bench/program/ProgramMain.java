package jfs.bench.program;

import jfs.bench.child.Bootstrap;
import jfs.bench.child.Client;
import jfs.bench.child.End;
import jfs.bench.child.Server;

/**
 * The programs on plain sockets and on RMI. Arguments: {@code server NAME}, {@code client NAME
 * PORT}, or {@code member RANK PROCESSES} for a JVM that runs parallel programs.
 */
public final class ProgramMain implements Bootstrap.Family {

  private ProgramMain() {}

  public static void main(String[] args) {
    Bootstrap.run(new ProgramMain(), args);
  }

  @Override
  public End open(String[] words) throws Exception {
    return switch (words[0]) {
      case "server" -> Server.at(serve(words[1]));
      case "client" -> client(words[1], Integer.parseInt(words[2]));
      case "member" -> new AppMember(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
      default -> throw new IllegalArgumentException("no such end: " + words[0]);
    };
  }

  private static int serve(String name) throws Exception {
    return switch (name) {
      case "pingpong", "cpu" -> PingPongServer.serve();
      case "connect" -> ConnectServer.serve();
      case "short" -> ShortServer.serve();
      case "rmi" -> RmiServer.serve();
      case "bidir" -> BidirServer.serve();
      case "incast" -> IncastServer.serve();
      case "connections" -> ConnectionsServer.serve();
      case "many" -> ManyServer.serve();
      case "selector" -> SelectorServer.serve();
      default -> throw new IllegalArgumentException("no such server: " + name);
    };
  }

  private static Client client(String name, int port) throws Exception {
    return switch (name) {
      case "pingpong" -> new PingPongClient(port);
      case "cpu" -> new CpuClient(port);
      case "connect" -> new ConnectClient(port);
      case "short" -> new ShortClient(port);
      case "rmi" -> new RmiClient(port);
      case "bidir" -> new BidirClient(port);
      case "incast" -> new IncastClient(port);
      case "connections" -> new ConnectionsClient(port);
      case "many" -> new ManyClient(port);
      case "selector" -> new SelectorClient(port);
      default -> throw new IllegalArgumentException("no such client: " + name);
    };
  }
}

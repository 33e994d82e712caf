package jfs.agent.programs;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Prints what sockets answer to all kinds of questions, at all stages of their lives. */
public final class Words {

  private Words() {}

  public static void main(String[] args) throws Exception {
    unconnected();
    try (Loopback c = new Loopback()) {
      ends(c.client);
      ends(c.server);
      listener(c.listener);
      objects(c);
      failures(c);
    }
  }

  private static void unconnected() throws IOException {
    Socket socket = new Socket();
    ends(socket);
    Say.done("write before connect", () -> socket.getOutputStream().write(1));
    Say.done("unresolved", () -> socket.connect(InetSocketAddress.createUnresolved("no.such", 1)));
    ends(socket);
    Say.done("null", () -> new Socket().connect(null));
    Say.done("bind twice", () -> bindTwice(new Socket()));
    Say.done("unknown host", () -> new Socket("256.256.256.256", 1).close());
    Say.done("port", () -> new Socket(InetAddress.getLoopbackAddress(), 70000).close());
    Say.done("accept unbound", () -> new ServerSocket().accept());
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      ends(bound);
    }
    try (ServerSocket any = new ServerSocket(0);
        Socket local = new Socket((String) null, any.getLocalPort(), null, 0)) {
      listener(any);
      Say.outcome("connected to null host", () -> Say.withoutNumbers(local));
    }
  }

  private static void bindTwice(Socket socket) throws IOException {
    try (socket) {
      socket.bind(null);
      socket.bind(null);
    }
  }

  private static void ends(Socket socket) {
    Say.outcome("socket", () -> Say.withoutNumbers(socket));
    Say.outcome("address", socket::getInetAddress);
    Say.outcome("local address", socket::getLocalAddress);
    Say.outcome("remote", () -> Say.withoutNumbers(socket.getRemoteSocketAddress()));
    Say.outcome("local", () -> Say.withoutNumbers(socket.getLocalSocketAddress()));
    Say.outcome(
        "state",
        () ->
            Stream.of(
                    socket.isBound(),
                    socket.isConnected(),
                    socket.isClosed(),
                    socket.isInputShutdown(),
                    socket.isOutputShutdown())
                .toList());
    Say.outcome("channel", socket::getChannel);
    Say.outcome("timeout", socket::getSoTimeout);
    Say.outcome("linger", socket::getSoLinger);
    Say.outcome("no delay", socket::getTcpNoDelay);
    Say.outcome("keep alive", socket::getKeepAlive);
    Say.outcome("urgent inline", socket::getOOBInline);
    Say.outcome("reuse", socket::getReuseAddress);
    Say.outcome("class", socket::getTrafficClass);
    Say.outcome("send buffer", () -> socket.getSendBufferSize() > 0);
    Say.outcome("options", () -> names(socket.supportedOptions()));
    for (SocketOption<?> option : List.of(StandardSocketOptions.TCP_NODELAY)) {
      Say.outcome("option " + option, () -> socket.getOption(option));
    }
    Say.outcome("multicast", () -> socket.getOption(StandardSocketOptions.IP_MULTICAST_TTL));
    Say.outcome("null option", () -> socket.getOption(null));
    Say.done("bad size", () -> socket.setSendBufferSize(0));
    Say.done("bad value", () -> socket.setOption(StandardSocketOptions.SO_SNDBUF, -1));
  }

  private static void listener(ServerSocket socket) {
    Say.outcome("listener", () -> Say.withoutNumbers(socket));
    Say.outcome("listener at", () -> Say.withoutNumbers(socket.getLocalSocketAddress()));
    Say.outcome("listener options", () -> names(socket.supportedOptions()));
    Say.outcome("listener timeout", socket::getSoTimeout);
    Say.outcome("listener reuse", socket::getReuseAddress);
    Say.outcome("listener linger", () -> socket.getOption(StandardSocketOptions.SO_LINGER));
  }

  private static Set<String> names(Iterable<SocketOption<?>> options) {
    TreeSet<String> names = new TreeSet<>();
    options.forEach(option -> names.add(option.name()));
    return names;
  }

  private static void objects(Loopback c) throws IOException {
    ObjectOutputStream out = new ObjectOutputStream(c.client.getOutputStream());
    out.writeObject(Map.of("one", List.of(1, 2, 3)));
    out.flush();
    ObjectInputStream in = new ObjectInputStream(c.server.getInputStream());
    Say.outcome("object", in::readObject);
  }

  private static void failures(Loopback c) throws IOException {
    Say.done("urgent", () -> c.client.sendUrgentData(1));
    Say.outcome("connect twice", () -> connectTwice(c));
    c.client.setSoTimeout(1);
    Say.outcome("timeout", () -> c.client.getInputStream().read());
    c.client.shutdownOutput();
    Say.done("shut down", () -> c.client.getOutputStream());
    Say.done("shut down twice", c.client::shutdownOutput);
    Say.outcome("end", () -> c.server.getInputStream().read());
    Say.outcome("available at end", () -> c.server.getInputStream().available());
    c.server.shutdownInput();
    Say.done("input", () -> c.server.getInputStream());
    c.client.close();
    ends(c.client);
    Say.done("close again", c.client::close);
    c.listener.close();
    listener(c.listener);
    Say.done("accept closed", () -> c.listener.accept());
  }

  private static String connectTwice(Loopback c) throws IOException {
    c.client.connect(c.listener.getLocalSocketAddress());
    return "connected";
  }
}

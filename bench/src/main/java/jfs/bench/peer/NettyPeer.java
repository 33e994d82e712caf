package jfs.bench.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import jfs.bench.child.Hosts;

/** Netty over TCP: all that is timed happens on one event loop at each end. */
final class NettyPeer implements Peer {

  private final NettyTransport transport;

  NettyPeer(NettyTransport transport) {
    this.transport = transport;
  }

  @Override
  public String obstacle() {
    Throwable obstacle = transport.obstacle();
    if (obstacle == null) {
      return null;
    }
    Throwable root = obstacle;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  @Override
  public int serve() throws IOException {
    Channel listener =
        new ServerBootstrap()
            .group(loop())
            .channel(transport.server())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new NettyServer());
                  }
                })
            .bind(new InetSocketAddress(Hosts.server(), 0))
            .syncUninterruptibly()
            .channel();
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public Timing connect(int number) throws IOException {
    NettyClient client = new NettyClient();
    new Bootstrap()
        .group(loop())
        .channel(transport.client())
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(client)
        .connect(new InetSocketAddress(Hosts.server(), number))
        .syncUninterruptibly();
    return client;
  }

  private EventLoopGroup loop() {
    return new MultiThreadIoEventLoopGroup(1, transport.handlers());
  }
}

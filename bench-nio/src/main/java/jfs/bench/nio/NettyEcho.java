package jfs.bench.nio;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jfs.bench.software.Software;

/**
 * Echoes on Netty's NIO transport, answered and checked in its event loops. A phase is called
 * CONNECTIONSxBYTES; an operation is {@link #ROUND_TRIPS} on all connections together.
 */
final class NettyEcho implements Software {

  private static final int ROUND_TRIPS = 1000;
  private static final long PATIENCE_SECONDS = 30;

  /** Sends back what comes, as it comes, and lets a failure come to {@link #exceptionCaught}. */
  private static final class EchoHandler extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      ChannelFuture unused = context.write(bytes, context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
      failure.printStackTrace();
      ChannelFuture unused = context.close();
    }
  }

  /** Plays round trips on its connection; but for {@link #play}, in the channel's event loop. */
  private static final class Player extends SimpleChannelInboundHandler<ByteBuf> {
    private final Channel channel;
    private byte[] got = new byte[0];
    private int filled;
    private long number;
    private int left;
    private CompletableFuture<Void> done = new CompletableFuture<>();

    Player(Channel channel) {
      this.channel = channel;
    }

    CompletableFuture<Void> play(int roundTrips, int bytes) {
      CompletableFuture<Void> played = new CompletableFuture<>();
      channel
          .eventLoop()
          .execute(
              () -> {
                done = played;
                left = roundTrips;
                got = new byte[bytes];
                send();
              });
      return played;
    }

    private void send() {
      filled = 0;
      number++;
      channel
          .writeAndFlush(Unpooled.wrappedBuffer(Payloads.of(number, got.length)))
          .addListener(
              written -> {
                if (!written.isSuccess()) {
                  done.completeExceptionally(written.cause());
                }
              });
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      int count = bytes.readableBytes();
      if (count > got.length - filled) {
        throw new IllegalStateException("more bytes than were sent");
      }
      bytes.readBytes(got, filled, count);
      filled += count;
      if (filled == got.length) {
        Payloads.require(number, got.length, got);
        if (--left > 0) {
          send();
        } else {
          done.complete(null);
        }
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      done.completeExceptionally(new IOException("the server closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
      done.completeExceptionally(failure);
    }
  }

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final List<Player> players = new ArrayList<>();

  @Override
  public int serve() throws Exception {
    Channel listener =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new EchoHandler());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public Operation phase(String name, int port) throws Exception {
    int times = name.indexOf('x');
    int connections = Integer.parseInt(name.substring(0, times));
    String size = name.substring(times + 1);
    int bytes =
        size.endsWith("K")
            ? Integer.parseInt(size.substring(0, size.length() - 1)) << 10
            : Integer.parseInt(size);
    while (players.size() < connections) {
      players.add(connect(port));
    }
    return () -> play(connections, bytes);
  }

  private Player connect(int port) throws Exception {
    Channel channel =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline().addLast(new Player(made));
                  }
                })
            .connect(InetAddress.getLoopbackAddress(), port)
            .sync()
            .channel();
    return channel.pipeline().get(Player.class);
  }

  private void play(int connections, int bytes) throws Exception {
    CompletableFuture<?>[] all = new CompletableFuture<?>[connections];
    for (int i = 0; i < connections; i++) {
      all[i] = players.get(i).play(ROUND_TRIPS / connections, bytes);
    }
    CompletableFuture.allOf(all).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}

package jfs.bench.peer;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;

/** The system calls that Netty uses. */
enum NettyTransport {
  NIO("netty-nio", NioServerSocketChannel.class, NioSocketChannel.class) {
    @Override
    Throwable obstacle() {
      return null;
    }

    @Override
    IoHandlerFactory handlers() {
      return NioIoHandler.newFactory();
    }
  },
  EPOLL("netty-epoll", EpollServerSocketChannel.class, EpollSocketChannel.class) {
    @Override
    Throwable obstacle() {
      return Epoll.unavailabilityCause();
    }

    @Override
    IoHandlerFactory handlers() {
      return EpollIoHandler.newFactory();
    }
  },
  IO_URING("netty-io_uring", IoUringServerSocketChannel.class, IoUringSocketChannel.class) {
    @Override
    Throwable obstacle() {
      return IoUring.unavailabilityCause();
    }

    @Override
    IoHandlerFactory handlers() {
      return IoUringIoHandler.newFactory();
    }
  };

  private final String peer;
  private final Class<? extends ServerChannel> server;
  private final Class<? extends SocketChannel> client;

  NettyTransport(
      String peer, Class<? extends ServerChannel> server, Class<? extends SocketChannel> client) {
    this.peer = peer;
    this.server = server;
    this.client = client;
  }

  String peer() {
    return peer;
  }

  Class<? extends ServerChannel> server() {
    return server;
  }

  Class<? extends SocketChannel> client() {
    return client;
  }

  /** What keeps it from working here, or null. */
  abstract Throwable obstacle();

  abstract IoHandlerFactory handlers();
}

package jfs.bench.program;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Function;
import jfs.bench.child.Commands;

/** A thread that answers on the channels of one selector. */
final class AnsweringLoop {

  private final Selector selector = Selector.open();
  private final Function<SocketChannel, Answering> kind;

  private AnsweringLoop(Function<SocketChannel, Answering> kind) throws IOException {
    this.kind = kind;
  }

  /** Begins one that sends back what comes. */
  static AnsweringLoop echoing() throws IOException {
    return started(new AnsweringLoop(EchoedChannel::new));
  }

  /** Begins one that takes what comes, and answers at the end of each portion. */
  static AnsweringLoop swallowing() throws IOException {
    return started(new AnsweringLoop(SwallowedChannel::new));
  }

  private static AnsweringLoop started(AnsweringLoop loop) {
    new Thread(loop::run, "selector").start();
    return loop;
  }

  /** Answers on this channel from now on. Any thread may call. */
  void add(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, kind.apply(channel));
    selector.wakeup();
  }

  private void run() {
    try {
      while (true) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          goOn(key);
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException | RuntimeException | Error e) {
      Commands.fail(e);
    }
  }

  private static void goOn(SelectionKey key) throws IOException {
    int wanted = ((Answering) key.attachment()).goOn();
    if (wanted == Answering.ENDED) {
      key.channel().close();
    } else if (wanted != key.interestOps()) {
      key.interestOps(wanted);
    }
  }
}

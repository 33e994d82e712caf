package jfs.agent.programs.soak;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** The thread that serves all {@link SteadyChannel}s. */
final class SteadySelector implements Runnable {

  private final Selector selector = Selector.open();
  private final List<SteadyChannel> ends = new ArrayList<>();
  private final Thread thread = new Thread(this, "steady selector");

  SteadySelector() throws IOException {
    thread.setDaemon(true);
  }

  /** Before the start. */
  SelectionKey add(SocketChannel channel, SteadyChannel end) throws IOException {
    ends.add(end);
    return channel.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
  }

  /** Starts it, unless it runs. */
  void start() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  @Override
  public void run() {
    try {
      while (true) {
        select();
        for (int i = 0; i < ends.size(); i++) {
          ends.get(i).goOn(selector.selectedKeys());
        }
      }
    } catch (Throwable t) {
      t.printStackTrace();
      Runtime.getRuntime().halt(4);
    }
  }

  private void select() throws IOException {
    try {
      selector.select();
    } catch (OutOfMemoryError e) {
      // Also the JDK's own takes memory for each key that it selects. The next one tells again.
    }
  }
}

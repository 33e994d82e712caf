package jfs.bench.software;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;

/** A group of two members over TCP: the first one answers, the second one asks. */
final class JGroups implements Software {

  private static final int BYTES = 5000;
  private static final int BURST = 20;
  private static final long PATIENCE_SECONDS = 20;

  /** Takes messages. */
  private record Listener(Consumer<Message> to) implements Receiver {
    @Override
    public void receive(Message message) {
      to.accept(message);
    }
  }

  private final Semaphore answers = new Semaphore(0);
  private JChannel channel;

  private static JChannel join(int port, int firstsPort, Receiver receiver) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    TCP tcp = new TCP();
    tcp.setBindAddress(here);
    tcp.setBindPort(port);
    tcp.setPortRange(0);
    TCPPING ping = new TCPPING();
    ping.setInitialHosts(List.of(new InetSocketAddress(here, firstsPort)));
    ping.setPortRange(0);
    JChannel made =
        new JChannel(
            tcp,
            ping,
            new NAKACK2(),
            new UNICAST3(),
            new STABLE(),
            new GMS().setJoinTimeout(500).printLocalAddress(false),
            new UFC(),
            new MFC(),
            new FRAG2());
    made.setReceiver(receiver);
    made.setDiscardOwnMessages(true);
    made.connect("bench");
    return made;
  }

  @Override
  public int serve() throws Exception {
    int port = Databases.freePort();
    channel = join(port, port, new Listener(this::answer));
    return port;
  }

  /** A request is of one byte, and of a burst the last message asks for an answer. */
  private void answer(Message message) {
    if (message.getLength() == 1 || message.isFlagSet(Message.Flag.DONT_BUNDLE)) {
      try {
        channel.send(new ObjectMessage(message.getSrc(), "answer"));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public Operation phase(String name, int port) throws Exception {
    if (channel == null) {
      channel = join(Databases.freePort(), port, new Listener(message -> answers.release()));
    }
    org.jgroups.Address first = channel.getView().getCoord();
    if (name.equals("request")) {
      byte[] request = new byte[1];
      return () -> {
        channel.send(new BytesMessage(first, request));
        await();
      };
    }
    byte[] body = new byte[BYTES];
    return () -> {
      for (int i = 0; i < BURST; i++) {
        BytesMessage message = new BytesMessage(null, body);
        if (i == BURST - 1) {
          message.setFlag(Message.Flag.DONT_BUNDLE);
        }
        channel.send(message);
      }
      await();
    };
  }

  private void await() throws InterruptedException {
    if (!answers.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no answer");
    }
  }
}

package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.agent.programs.Dialogue;
import jfs.agent.programs.peers.EchoServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which JVMs are asked for the other end of a connection, and what happens when they leave. */
class SearchAgentTest {

  /** More writes, or round trips, than a JVM makes before its first pair. */
  private static final int WORTH_A_PAIR = 5000;

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private RendezvousFolder meeting;

  @BeforeEach
  void open() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "others are not looked for over the channel carrier");
    meeting = new RendezvousFolder();
  }

  @AfterEach
  void close() throws Exception {
    if (meeting != null) {
      meeting.close();
    }
  }

  private RunningJvm start(Class<?> main) throws IOException {
    return ChildJvm.of(main).with(meeting.flag()).withAgent("shm=on").start();
  }

  private RawLink link(RunningJvm jvm) throws IOException {
    meeting.awaitFiles(files -> files.stream().anyMatch(f -> f.matches(jvm.pid() + "-.*sock")));
    return new RawLink(meeting.path().resolve(meeting.socketOf(jvm.pid()) + ".sock"));
  }

  /** A stopped JVM must not affect connections to others. */
  @Test
  void aJvmThatDoesNotListenThereIsNotAsked() throws Exception {
    try (ServerSocketChannel peer = ServerSocketChannel.open();
        RunningJvm jvm = start(Dialogue.class)) {
      peer.bind(new InetSocketAddress(HERE, 0));
      int port = peer.socket().getLocalPort();
      makeReady(jvm);
      tell(jvm, "connect " + port + " " + HERE.getHostAddress());
      try (RawLink link = link(jvm)) {
        link.send(RawLink.hello(RawLink.NAME)).await(RawFrame.HELLO);
        link.send(new RawFrame(RawFrame.PORTS).u16(port ^ 1));
        tell(jvm, "write " + WORTH_A_PAIR);
        // The JVM sends what it has to ask before it answers.
        link.send(new RawFrame(RawFrame.STATUS).u16(1));
        assertEquals(RawFrame.REPORT, link.awaitFirst(RawFrame.OFFER, RawFrame.REPORT));
      }
    }
  }

  @Test
  void aJvmThatListensThereIsAskedWheneverItSaysSo() throws Exception {
    try (ServerSocketChannel peer = ServerSocketChannel.open();
        RunningJvm jvm = start(Dialogue.class)) {
      peer.bind(new InetSocketAddress(HERE, 0));
      int port = peer.socket().getLocalPort();
      makeReady(jvm);
      tell(jvm, "connect " + port + " " + HERE.getHostAddress());
      tell(jvm, "write " + WORTH_A_PAIR);
      try (RawLink link = link(jvm)) {
        link.send(RawLink.hello(RawLink.NAME)).await(RawFrame.HELLO);
        link.send(new RawFrame(RawFrame.PORTS).u16(port)).await(RawFrame.LOOK);
        tell(jvm, "connect " + port + " " + HERE.getHostAddress());
        tell(jvm, "write " + WORTH_A_PAIR);
        link.await(RawFrame.OFFER); // no other JVM may hold the other end
      }
    }
  }

  /** Has the JVM pair a connection to itself: so it has all that it needs for another one. */
  private void makeReady(RunningJvm jvm) throws Exception {
    tell(jvm, "loop 1");
    SwitchedConnections.await(
        "shm",
        meeting,
        2,
        () -> {
          jvm.send("echo " + WORTH_A_PAIR);
          jvm.expect("done");
        });
  }

  private static void tell(RunningJvm jvm, String line) throws Exception {
    jvm.send(line);
    jvm.expect("done");
  }

  /** The other JVM, or the link, ended before it had answered an offer. */
  @Test
  void anEndWhoseOfferIsNeverAnsweredIsFreeAgain() throws Exception {
    try (RunningJvm server = start(EchoServer.class)) {
      InetSocketAddress address = new InetSocketAddress(HERE, Integer.parseInt(server.readLine()));
      try (SocketChannel tcp = SocketChannel.open(address)) {
        for (int i = 0; i < WORTH_A_PAIR; i++) {
          tcp.write(ByteBuffer.wrap(new byte[1]));
          assertEquals(1, tcp.read(ByteBuffer.allocate(1)));
        }
        RawFrame look =
            new RawFrame(RawFrame.LOOK).ends((InetSocketAddress) tcp.getLocalAddress(), address);
        try (RawLink link = link(server)) {
          link.send(RawLink.hello(RawLink.NAME)).send(look).await(RawFrame.OFFER);
        }
        long deadline = System.nanoTime() + RunningJvm.patienceNanos(10);
        while (!isOffered(server, look)) {
          assertTrue(System.nanoTime() < deadline, "no second offer");
        }
      }
    }
  }

  /** The server may not have seen yet that the first link has ended. */
  private boolean isOffered(RunningJvm server, RawFrame look) throws IOException {
    try (RawLink link = link(server)) {
      link.send(RawLink.hello(RawLink.NAME)).send(look).send(new RawFrame(RawFrame.STATUS).u16(1));
      return link.awaitFirst(RawFrame.OFFER, RawFrame.REPORT) == RawFrame.OFFER;
    }
  }
}

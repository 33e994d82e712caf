package jfs.agent.programs.peers;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.soak.Noise;

/** One end of a connection over which both ends send without end, and check what they get. */
final class Chatter {

  private static final int MOST = 100_000;
  private static final int WITHOUT_END = 1_000_000_000;

  /** The longest that a talker rests, which it does now and then. */
  private static final int REST_NANOS = Integer.getInteger("chatter.rest.millis", 2) * 1_000_000;

  private final Socket socket;
  private final Runnable atEnd;

  /** How many words it may say. */
  private final Semaphore words = new Semaphore(1);

  /**
   * @param atEnd called when the other end has gone and all that came of it was checked
   */
  Chatter(Socket socket, Runnable atEnd) {
    this.socket = socket;
    this.atEnd = atEnd;
  }

  void start() {
    talk();
    startQuiet();
  }

  /** Says a word, and listens until it is to say another one or to {@link #talk}. */
  void startQuiet() {
    new Thread(() -> run(this::write)).start();
    new Thread(
            () -> {
              run(this::read);
              atEnd.run();
            })
        .start();
  }

  void talk() {
    words.release(WITHOUT_END);
  }

  void sayWord() {
    words.release();
  }

  private interface Action {
    void run() throws IOException;
  }

  private static void run(Action action) {
    try {
      action.run();
    } catch (SocketException e) {
      // The other end was killed.
    } catch (IOException | RuntimeException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(2);
    }
  }

  private void write() throws IOException {
    Random random = new Random();
    long seed = random.nextLong();
    Noise noise = new Noise(seed);
    OutputStream out = socket.getOutputStream();
    new DataOutputStream(out).writeLong(seed);
    for (long position = 0; ; ) {
      words.acquireUninterruptibly();
      byte[] bytes = new byte[(int) Math.exp(random.nextDouble() * Math.log(MOST))];
      noise.fill(position, bytes, 0, bytes.length);
      out.write(bytes);
      position += bytes.length;
      if (random.nextInt(4) == 0) {
        LockSupport.parkNanos(random.nextInt(REST_NANOS));
      }
    }
  }

  private void read() throws IOException {
    try (socket) {
      InputStream in = socket.getInputStream();
      byte[] seed = in.readNBytes(Long.BYTES);
      if (seed.length < Long.BYTES) {
        return;
      }
      Noise noise = new Noise(ByteBuffer.wrap(seed).getLong());
      byte[] bytes = new byte[MOST];
      long position = 0;
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        noise.check(position, bytes, 0, n);
        position += n;
      }
    }
  }
}

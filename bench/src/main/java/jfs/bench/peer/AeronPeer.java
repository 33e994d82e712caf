package jfs.bench.peer;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.driver.Configuration;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

/**
 * Aeron's channel within a host: messages in shared memory, polled for. It is no socket, and what
 * it takes is about the least that a socket could.
 */
final class AeronPeer implements Peer {

  private static final int TO_SERVER = 1;
  private static final int TO_CLIENT = 2;
  private static final int TERM_BYTES = 16 << 20;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  @Override
  public String obstacle() {
    return null;
  }

  @Override
  public int serve() {
    int number = UnixPath.number();
    // Within a host the driver sets streams up, and moves limits now and then: its threads need not
    // spin.
    MediaDriver driver =
        MediaDriver.launchEmbedded(
            new MediaDriver.Context()
                .aeronDirectoryName(folder(number))
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(1))
                .ipcTermBufferLength(TERM_BYTES)
                .ipcMtuLength(Configuration.MAX_UDP_PAYLOAD_LENGTH));
    Runtime.getRuntime().addShutdownHook(new Thread(driver::close));
    Aeron aeron = aeron(number);
    LinkServer.start(new OneClient(AeronLink.of(aeron, TO_CLIENT, TO_SERVER)));
    return number;
  }

  @Override
  public Timing connect(int number) {
    return new LinkClient(AeronLink.of(aeron(number), TO_SERVER, TO_CLIENT));
  }

  private static Aeron aeron(int number) {
    return Aeron.connect(new Aeron.Context().aeronDirectoryName(folder(number)));
  }

  private static String folder(int number) {
    Path parent =
        Files.isDirectory(SHARED_MEMORY)
            ? SHARED_MEMORY
            : Path.of(CommonContext.getAeronDirectoryName()).getParent();
    return parent.resolve("jfs-bench-aeron-" + number).toString();
  }

  /** There is no connection to accept: the next sender is the client. */
  private record OneClient(Link link) implements LinkServer.Acceptor {
    @Override
    public Link accept() {
      return link;
    }
  }
}

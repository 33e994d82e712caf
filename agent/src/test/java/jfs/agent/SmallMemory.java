package jfs.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A small tmpfs of its own for JVMs to meet in, which fills up time and again. */
final class SmallMemory implements AutoCloseable {

  private static final String SIZE = "64m";
  private static final long PERIOD_MILLIS = 200;

  private final Path mount = Files.createTempDirectory("jfs-small");
  private final boolean mounted;

  /** If the tests lack the rights to mount it, nothing fills up, and a line says so. */
  SmallMemory() throws IOException, InterruptedException {
    String size = "size=" + SIZE + ",mode=1777";
    mounted = HostCommands.succeeds("mount", "-t", "tmpfs", "-o", size, "tmpfs", mount.toString());
    if (!mounted) {
      System.err.println("SKIPPED: no tmpfs can be mounted here, so none fills up beside the JVMs");
    }
  }

  RendezvousFolder meetingFolder() throws IOException {
    return mounted ? new RendezvousFolder(mount) : new RendezvousFolder();
  }

  /** Fills it and frees it for so many seconds. */
  void disturb(int seconds) throws InterruptedException, IOException {
    if (!mounted) {
      return;
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    Path file = mount.resolve("filler");
    byte[] bytes = new byte[1 << 16];
    while (System.nanoTime() < end) {
      Thread.sleep(PERIOD_MILLIS); // empty for one period
      try (OutputStream out = Files.newOutputStream(file)) {
        while (true) {
          out.write(bytes);
        }
      } catch (IOException e) {
        Thread.sleep(PERIOD_MILLIS); // no space left: full for one period
      }
      Files.deleteIfExists(file);
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (mounted && !HostCommands.succeeds("umount", mount.toString())) {
      throw new IOException(mount + " is still in use");
    }
    Files.delete(mount);
  }
}

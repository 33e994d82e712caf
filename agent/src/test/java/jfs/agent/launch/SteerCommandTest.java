package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import jfs.agent.install.Steering;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is refused before a JVM is asked, and how long it may take to obey. */
@Timeout(60)
class SteerCommandTest {

  /** In place of {@code /proc}. */
  @TempDir Path proc;

  private static final long LONG_MILLIS = 50_000;

  @Test
  void aJvmThatNeverAnswersIsNotWaitedForLonger() {
    CountDownLatch never = new CountDownLatch(1);
    assertThrows(TimeoutException.class, () -> SteerCommand.inTime(() -> await(never), 1));
  }

  private String refused(Class<? extends Exception> as, String... arguments) {
    SteerCommand command = new SteerCommand(Steering.SET, proc);
    return assertThrows(as, () -> command.run(System.out, arguments)).getMessage();
  }

  @Test
  void theFolderOfAFileCannotHaveACommaEither() {
    String value = "rules=/a,b";
    assertEquals(
        "a value cannot have a comma: '" + value + "'", refused(UsageException.class, "1", value));
    assertEquals(
        "a value cannot have a comma: 'log_file=/a,b'",
        refused(UsageException.class, "1", "--log_file=/a,b"));
  }

  private void process(long pid, String user) throws IOException {
    Path folder = Files.createDirectory(proc.resolve(Long.toString(pid)));
    Files.writeString(
        folder.resolve("status"), "Tgid:\t" + pid + "\nUid:\t0\t" + user + "\t0\t0\n");
  }

  /** Its files could not be looked at. */
  @Test
  void theJvmOfAnotherUserIsCalledThat() throws IOException {
    process(ProcessHandle.current().pid(), "1000");
    process(1, "1001");
    assertEquals(
        "process 1 is of another user (1001)", refused(CommandException.class, "1", "log=info"));
  }

  private static String await(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return "";
  }

  @Test
  void whatItAnswersOrFailsWithIsPassedOn() throws Exception {
    assertEquals("set", SteerCommand.inTime(() -> "set", LONG_MILLIS));
    for (Throwable failure :
        new Throwable[] {new IOException(), new NoClassDefFoundError(), new SecurityException()}) {
      assertSame(
          failure,
          assertThrows(
              Throwable.class, () -> SteerCommand.inTime(() -> fail(failure), LONG_MILLIS)));
    }
  }

  private static String fail(Throwable failure) throws Exception {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (Exception) failure;
  }
}

package jfs.core.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class SendWindowTest {

  @Test
  @EnabledOnOs(OS.LINUX)
  void byDefaultThereIsWhatTheKernelsLargestSendBufferTakes() throws IOException {
    try (Scanner sizes =
        new Scanner(Path.of("/proc/sys/net/ipv4/tcp_wmem"), StandardCharsets.US_ASCII)) {
      sizes.nextLong();
      sizes.nextLong();
      assertEquals(sizes.nextLong() * 5 / 4, SendWindow.BY_DEFAULT);
    }
  }

  @Test
  void buffersThatWereSetCountTwice() {
    assertEquals(600, SendWindow.of(100, 200));
    assertEquals(400, SendWindow.of(-1, 200));
  }
}

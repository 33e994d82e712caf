package jfs.core.switchover;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the policy does for connections as programs make them. {@code bench/lives.sh} has recorded
 * them from clients of H2's server (one connection of 200 statements, then 25 that connect, query
 * and close), of the JDK's HTTP server without and with keep-alive, and of an RMI registry.
 */
class RecordedLivesTest {

  /**
   * A connection that pairs and ends at once loses this; one that pairs late saves nothing before.
   */
  private static final int COST = UpgradePolicy.COST_MICROS;

  private final Map<String, ListenerHistory> histories = new HashMap<>();

  private static List<String> lives(String file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                RecordedLivesTest.class.getResourceAsStream(file + ".txt"),
                StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }

  /** What pairing saved in one life, less its cost; 0 if it did not pair. */
  private long gain(String life) {
    String[] words = life.split(" ", -1);
    FirstPair made = new FirstPair(FirstPair.SOCKETS_MICROS);
    made.made();
    UpgradePolicy policy =
        new UpgradePolicy(
            histories.computeIfAbsent(words[1], port -> new ListenerHistory()), made, null);
    long savedBefore = -1;
    for (int i = 2; i < words.length; i++) {
      int more = words[i].charAt(0) == '+' ? Integer.parseInt(words[i].substring(1)) : 1;
      for (int j = 0; j < more; j++) {
        // Operations beyond the recorded ones are like the last ones.
        String operation = more == 1 ? words[i] : words[i - 2 + j % 2];
        int bytes = Integer.parseInt(operation.substring(1));
        boolean asks = operation.charAt(0) == 'w' ? policy.wrote(bytes) : policy.read(bytes);
        if (asks && savedBefore < 0) {
          savedBefore = policy.savedMicros();
        }
      }
    }
    policy.end();
    return savedBefore < 0 ? 0 : policy.savedMicros() - savedBefore - COST;
  }

  @ParameterizedTest
  @CsvSource({"http-close", "rmi-lookup", "jdbc"})
  void shortConnectionsDoNotPairOnceTheirListenerIsKnown(String file) throws IOException {
    List<String> lives = lives(file);
    int learnt = lives.size() / 2;
    for (int i = 0; i < lives.size(); i++) {
      long gain = gain(lives.get(i));
      if (i >= learnt && lives.get(i).length() < 200) {
        assertTrue(gain >= 0, "connection " + i + ": " + gain + " µs");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"http-keep", "rmi-calls", "rmi-lookup", "jdbc"})
  void longConnectionsPay(String file) throws IOException {
    long best = 0;
    for (String life : lives(file)) {
      best = Math.max(best, gain(life));
    }
    assertTrue(best > COST, best + " µs");
  }

  @ParameterizedTest
  @CsvSource({"http-close", "http-keep", "rmi-lookup", "rmi-calls", "jdbc"})
  void whatIsSpentToLearnIsLittle(String file) throws IOException {
    long sum = 0;
    long worst = 0;
    for (String life : lives(file)) {
      sum += gain(life);
      worst = Math.min(worst, sum);
    }
    assertTrue(worst >= -10L * COST, worst + " µs");
  }
}

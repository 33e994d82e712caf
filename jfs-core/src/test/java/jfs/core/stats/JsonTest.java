package jfs.core.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void whatATerminalObeysOrHidesIsEscaped() {
    assertEquals(
        "\"\\u001b \\u007f \\u009b \\u202e \\u200b \\u2028\"",
        Json.string("\u001b \u007f \u009b \u202e \u200b \u2028"));
  }

  /** Tags, which no terminal shows, and the formats of musical notes lie beyond U+FFFF. */
  @Test
  void whatHidesIsEscapedAlsoBeyondSixteenBits() {
    assertEquals("\"\\udb40\\udc41a\\ud834\\udd73\"", Json.string("\udb40\udc41a\ud834\udd73"));
  }

  @Test
  void halfACharacterIsEscaped() {
    assertEquals("\"\\ud83d \\ude00\"", Json.string("\ud83d \ude00"));
  }

  @Test
  void textStaysAsItIs() {
    assertEquals(
        "\"\\\"\\\\ \u00fc\u4e2d\ud83d\ude00\"", Json.string("\"\\ \u00fc\u4e2d\ud83d\ude00"));
  }
}

package jfs.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SizesTest {

  @ParameterizedTest
  @CsvSource({"1,1", "100,100", "4K,4096", "64k,65536", "8M,8388608"})
  void areReadAsUsersWriteThem(String text, int bytes) {
    assertEquals(bytes, new Sizes().convert(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "3Q", "1.5K", "65M", "999999999M", "K"})
  void refuseWhatIsNone(String text) {
    assertThrows(TypeConversionException.class, () -> new Sizes().convert(text));
  }

  @Test
  void arePrintedTheShortWay() {
    assertEquals("1", Sizes.print(1));
    assertEquals("1000", Sizes.print(1000));
    assertEquals("64K", Sizes.print(65536));
    assertEquals("1025K", Sizes.print(1025 << 10));
    assertEquals("8M", Sizes.print(8 << 20));
  }
}

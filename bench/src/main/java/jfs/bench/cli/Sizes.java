package jfs.bench.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Message sizes as users write them: 100, 64K, 8M (of 1024). */
final class Sizes implements ITypeConverter<Integer> {

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([KM]?)");
  private static final long GREATEST = 64L << 20;

  @Override
  public Integer convert(String text) {
    Matcher size = SIZE.matcher(text.toUpperCase(Locale.ROOT));
    if (size.matches()) {
      int shift = size.group(2).equals("M") ? 20 : size.group(2).equals("K") ? 10 : 0;
      long bytes = Long.parseLong(size.group(1)) << shift;
      if (bytes >= 1 && bytes <= GREATEST) {
        return (int) bytes;
      }
    }
    throw new TypeConversionException(
        "'" + text + "' is not a size from 1 to " + print((int) GREATEST) + ", such as 64K");
  }

  /** The other way round. */
  static String print(int bytes) {
    return bytes >= 1 << 20 && bytes % (1 << 20) == 0
        ? (bytes >> 20) + "M"
        : bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "K" : String.valueOf(bytes);
  }
}

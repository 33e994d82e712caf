package jfs.bench.html;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with places to be filled in, as <code>{{name}}</code>. */
public final class Template {

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");

  private Template() {}

  /** In one pass, so that nothing in what is filled in can be taken for a place. */
  public static String fill(String template, Map<String, String> parts) {
    return PLACE
        .matcher(template)
        .replaceAll(
            place -> {
              String part = parts.get(place.group(1));
              if (part == null) {
                throw new IllegalStateException("nothing to fill in for " + place.group());
              }
              return Matcher.quoteReplacement(part);
            });
  }
}

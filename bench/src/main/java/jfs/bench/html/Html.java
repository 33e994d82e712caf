package jfs.bench.html;

import java.util.List;

/** HTML with its text escaped. A report's content is not to be trusted: it came from a file. */
final class Html {

  private final StringBuilder text = new StringBuilder();

  /** Good for the content of an element and for an attribute in quotes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  /** Markup as it is. */
  Html markup(String markup) {
    text.append(markup);
    return this;
  }

  /** An element with text in it. */
  Html element(String name, String content) {
    text.append('<').append(name).append('>');
    text.append(escape(content));
    text.append("</").append(name.split(" ", -1)[0]).append(">");
    return this;
  }

  /** A table's head. */
  Html headers(List<String> headers) {
    text.append("<thead><tr>");
    headers.forEach(header -> element("th scope=\"col\"", header));
    text.append("</tr></thead>\n");
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}

package jfs.bench.svg;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An SVG image that is drawn from back to front. Colours are classes of {@link Style}. */
public final class Svg {

  private final StringBuilder text = new StringBuilder();

  /** A place in it, in pixels from the upper left corner. */
  public record Point(double x, double y) {}

  /** Where a text lies from its point. */
  public enum Anchor {
    START,
    MIDDLE,
    END;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * An empty image.
   *
   * @param title what it shows, for readers that do not see it
   */
  public Svg(int width, int height, String title) {
    text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\"")
        .append(" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height + "\"")
        .append(" role=\"img\" font-family=\"system-ui, Helvetica, Arial, sans-serif\"")
        .append(" font-size=\"12\">\n<title>" + escaped(title) + "</title>\n")
        .append("<style>\n" + Style.CSS + "</style>\n");
    rectangle("ground", 0, 0, width, height);
  }

  public void rectangle(String style, double x, double y, double width, double height) {
    text.append("<rect class=\"" + style + "\" x=\"" + number(x) + "\" y=\"" + number(y))
        .append("\" width=\"" + number(width) + "\" height=\"" + number(height) + "\"/>\n");
  }

  public void line(String style, double x1, double y1, double x2, double y2) {
    text.append("<path class=\"" + style + "\" d=\"M" + number(x1) + " " + number(y1))
        .append("L" + number(x2) + " " + number(y2) + "\"/>\n");
  }

  /** Lines from point to point; dashes as in SVG, none for a line without gaps. */
  public void curve(String style, String dashes, List<Point> points) {
    String path =
        points.stream()
            .map(point -> number(point.x) + " " + number(point.y))
            .collect(Collectors.joining("L", "M", ""));
    text.append("<path class=\"" + style + "\"")
        .append(dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\"")
        .append(" d=\"" + path + "\"/>\n");
  }

  /** A mark with a text that is shown to those that point at it. */
  public void mark(String style, Mark mark, Point at, String tip) {
    text.append("<path class=\"" + style + "\" d=\"" + mark.path(at) + "\"><title>")
        .append(escaped(tip) + "</title></path>\n");
  }

  public void text(String style, Anchor anchor, double x, double y, String content) {
    text.append("<text class=\"" + style + "\" x=\"" + number(x) + "\" y=\"" + number(y) + "\"")
        .append(anchor == Anchor.START ? "" : " text-anchor=\"" + anchor + "\"")
        .append(">" + escaped(content) + "</text>\n");
  }

  /** A text that is read from below to above. */
  public void upwards(String style, double x, double y, String content) {
    text.append("<text class=\"" + style + "\" text-anchor=\"middle\" transform=\"translate(")
        .append(number(x) + " " + number(y) + ") rotate(-90)\">" + escaped(content) + "</text>\n");
  }

  /** To a tenth of a pixel. */
  static String number(double value) {
    String decimal = String.format(Locale.ROOT, "%.1f", value);
    return decimal.endsWith(".0") ? decimal.substring(0, decimal.length() - 2) : decimal;
  }

  private static String escaped(String content) {
    return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public String toString() {
    return text + "</svg>\n";
  }
}

package jfs.bench.program;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An order of a shop, as business programs send it: dates, decimals, lists, a map, an enum. */
@SuppressWarnings("JavaUtilDate") // programs that use RMI are of its time
public final class Purchase implements Serializable {

  private static final long serialVersionUID = 1;

  private static final int LINES = 5;
  private static final int CENTS = 2;
  private static final long BEGIN = 1_600_000_000_000L;
  private static final long MILLIS_BETWEEN = 86_400_000;

  /** How far an order is. */
  enum State {
    OPEN,
    PAID,
    SENT
  }

  /**
   * A line of the order; a class, since records are not serialized by their fields.
   *
   * <p>The number is boxed, as databases give it.
   */
  static final class Line implements Serializable {

    private static final long serialVersionUID = 1;

    private final String article;
    private final Integer quantity;
    private final BigDecimal price;

    Line(int number) {
      article = "article-" + number;
      quantity = number % 9 + 1;
      price = BigDecimal.valueOf(number * 199L + 99, CENTS);
    }
  }

  private final long number;
  private final String customer;
  private final Date placed;
  private final State state;
  private final BigDecimal total;
  private final List<Line> lines = new ArrayList<>();
  private final Map<String, String> notes = new LinkedHashMap<>();

  Purchase(int number) {
    this.number = number;
    customer = "customer-" + number;
    placed = new Date(BEGIN + number * MILLIS_BETWEEN);
    state = State.values()[number % State.values().length];
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < LINES; i++) {
      Line line = new Line(number + i);
      lines.add(line);
      sum = sum.add(line.price.multiply(BigDecimal.valueOf(line.quantity)));
    }
    total = sum;
    notes.put("channel", "web");
    notes.put("voucher", "none-" + number);
  }

  /** By which a caller sees that all of it has come. */
  int sum() {
    int sum = (int) number + customer.length() + (int) (placed.getTime() / MILLIS_BETWEEN);
    sum += state.name().length() + total.unscaledValue().intValue() + notes.get("voucher").length();
    for (Line line : lines) {
      sum += line.article.length() + line.quantity + line.price.unscaledValue().intValue();
    }
    return sum;
  }
}

package java.lang.foreign;

/** What JFS uses of the JDK's from 22 on. */
public interface Arena extends AutoCloseable {

  static Arena ofAuto() {
    throw new UnsupportedOperationException();
  }

  static Arena ofShared() {
    throw new UnsupportedOperationException();
  }

  @Override
  void close();
}

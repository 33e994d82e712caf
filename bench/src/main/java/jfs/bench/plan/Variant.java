package jfs.bench.plan;

/** A way to run the two programs that are measured. */
public record Variant(String name, Means means) {

  /** The name of what all others are compared with: plain sockets of the JDK's. */
  public static final String JDK = "jdk";

  public boolean isJdk() {
    return name.equals(JDK);
  }
}

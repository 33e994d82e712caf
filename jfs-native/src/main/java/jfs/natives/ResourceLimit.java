package jfs.natives;

/**
 * A limit that the kernel sets this process; see {@code getrlimit(2)}.
 *
 * @param soft what is enforced, in the unit of the {@link ResourceLimits.Resource}, or {@link
 *     #UNLIMITED}
 * @param hard up to where an unprivileged process may raise {@code soft}, or {@link #UNLIMITED}
 */
public record ResourceLimit(long soft, long hard) {

  /** No limit. */
  public static final long UNLIMITED = -1;
}

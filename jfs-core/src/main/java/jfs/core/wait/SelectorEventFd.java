package jfs.core.wait;

/**
 * An eventfd by which peers wake the thread of one of this JVM's selectors; eventfd(2). It costs a
 * fraction of a doorbell on TCP, and no thread has to read it: the selector has the kernel watch it
 * edge-triggered, epoll(7), so each signal wakes anew.
 *
 * @param number from 0 to {@link #MOST} - 1; no other of this JVM has it
 * @param descriptor its number in this process
 */
public record SelectorEventFd(int number, int descriptor) {

  /** How many a JVM has at most. */
  public static final int MOST = 64;
}

package jfs.agent.programs.serial;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.math.BigInteger;
import java.util.Date;
import java.util.Random;

/** Reads all objects of a stream, through streams of all kinds; says what came of it. */
final class Inputs {

  private static final int MOST_ELEMENTS = 20_000;

  private final Random random;
  private final Random ofStream;

  /** The calls of the filter, as far as there is one. */
  private long calls;

  private boolean hasFilter = true;
  private boolean isTooLarge;

  private Inputs(long seed) {
    random = new Random(seed);
    ofStream = new Random(seed + 1);
  }

  /**
   * Reads as the seed says, with a filter; and without one, as most programs do, if no array is so
   * large that memory may run out: when it does depends on all that the JVM holds.
   */
  static String read(byte[] bytes, long seed) {
    Inputs filtered = new Inputs(seed);
    String said = filtered.readAll(bytes);
    if (filtered.isTooLarge) {
      return said;
    }
    Inputs unfiltered = new Inputs(seed);
    unfiltered.hasFilter = false;
    return said + " without filter " + unfiltered.readAll(bytes);
  }

  private String readAll(byte[] bytes) {
    StringBuilder said = new StringBuilder();
    Chunks chunks = new Chunks(bytes, ofStream);
    try {
      ObjectInputStream in = stream(beneath(bytes, chunks));
      for (int i = 0; i < 8; i++) {
        said.append(next(in)).append('\n');
      }
      said.append("left ").append(in.available());
    } catch (IOException e) {
      said.append(Thrown.of(e));
    }
    return said.append(" calls ").append(calls).append(chunks.taken()).toString();
  }

  private String next(ObjectInputStream in) {
    try {
      Object object = random.nextInt(12) == 0 ? in.readUnshared() : in.readObject();
      return Dump.of(object);
    } catch (java.io.OptionalDataException e) {
      try {
        return Thrown.of(e) + e.length + e.eof + " skipped " + in.skipBytes(e.length);
      } catch (IOException again) {
        return Thrown.of(again);
      }
    } catch (Exception | StackOverflowError | OutOfMemoryError | InternalError e) {
      return Thrown.of(e);
    }
  }

  private InputStream beneath(byte[] bytes, Chunks chunks) {
    return switch (random.nextInt(6)) {
      case 0 -> new ByteArrayInputStream(bytes);
      case 1 -> chunks.beneathAll();
      case 2 -> new BufferedInputStream(chunks, 1 + random.nextInt(40));
      default -> new BufferedInputStream(chunks);
    };
  }

  private ObjectInputStream stream(InputStream beneath) throws IOException {
    int kind = random.nextInt(8);
    int filter = random.nextInt(2);
    ObjectInputStream in =
        kind == 7 || (!hasFilter && kind > 3)
            ? new ObjectInputStream(beneath)
            : new Watching(beneath, kind);
    if (hasFilter) {
      in.setObjectInputFilter(filter == 0 ? this::isSmall : this::check);
    }
    return in;
  }

  /** As little as keeps a corrupted stream from taking all memory. */
  private ObjectInputFilter.Status isSmall(ObjectInputFilter.FilterInfo info) {
    isTooLarge |= info.arrayLength() > MOST_ELEMENTS;
    return info.arrayLength() > MOST_ELEMENTS
        ? ObjectInputFilter.Status.REJECTED
        : ObjectInputFilter.Status.UNDECIDED;
  }

  private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
    calls = 31 * calls + (info.serialClass() == null ? 0 : info.serialClass().getName().hashCode());
    calls = 31 * calls + info.depth();
    calls = 31 * calls + info.references();
    calls = 31 * calls + info.arrayLength();
    calls = 31 * calls + info.streamBytes();
    return info.references() > 3000 ? ObjectInputFilter.Status.REJECTED : isSmall(info);
  }

  /**
   * Gives bytes in chunks, and counts them. Behind the last one it ends, or fails: as a socket
   * would wait there, nothing may ask for more than it needs.
   */
  private static final class Chunks extends InputStream {

    private final byte[] bytes;
    private final Random random;
    private final boolean ends;
    private int taken;
    private boolean beneathAll;

    Chunks(byte[] bytes, Random random) {
      this.bytes = bytes;
      this.random = random;
      ends = random.nextBoolean();
    }

    /** With no buffer between it and the object stream, which then asks for single bytes. */
    Chunks beneathAll() {
      beneathAll = true;
      return this;
    }

    /** How many bytes were taken, where that does not depend on a buffer. */
    String taken() {
      return beneathAll ? " taken " + taken : "";
    }

    @Override
    public int read() throws IOException {
      return taken < bytes.length ? bytes[taken++] & 0xff : end();
    }

    private int end() throws IOException {
      if (!ends) {
        throw new IOException("there is no more yet");
      }
      return -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      if (length == 0 || taken == bytes.length) {
        return length == 0 ? 0 : end();
      }
      int count = Math.min(Math.min(length, 1 + random.nextInt(600)), bytes.length - taken);
      System.arraycopy(bytes, taken, to, offset, count);
      taken += count;
      return count;
    }

    @Override
    public int available() {
      return bytes.length - taken;
    }
  }

  /** Overrides what a subclass may; the kind says which. */
  private static final class Watching extends ObjectInputStream {

    private final int kind;

    Watching(InputStream in, int kind) throws IOException {
      super(in);
      this.kind = kind;
      if (kind == 0) {
        enableResolveObject(true);
      }
    }

    @Override
    protected Object resolveObject(Object object) throws IOException {
      if (object instanceof byte[] bytes && bytes.length % 3 == 1) {
        return new byte[] {1, 2, 3};
      }
      if (object instanceof BigInteger number && number.testBit(0)) {
        return number.add(BigInteger.ONE);
      }
      if (object instanceof Date) {
        registerValidation(() -> {}, 1); // fails unless an object is being read
      }
      return object instanceof Integer i && i % 5 == 0 ? "resolved " + i : object;
    }

    @Override
    public long readLong() throws IOException {
      return kind == 6 ? super.readLong() ^ 0x55 : super.readLong();
    }

    @Override
    public GetField readFields() throws IOException, ClassNotFoundException {
      GetField fields = super.readFields();
      if (kind == 6) {
        throw new InvalidObjectException("no fields of " + fields.getObjectStreamClass());
      }
      return fields;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      if (kind == 1 && description.getName().endsWith("Date")) {
        throw new ClassNotFoundException("not that one");
      }
      return super.resolveClass(description);
    }
  }
}

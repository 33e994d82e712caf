package jfs.agent.programs.serial;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.io.OutputStream;
import java.util.Random;

/** Writes graphs into streams of all kinds, and keeps what went wrong. */
@SuppressWarnings("StatementSwitchToExpressionSwitch")
final class Outputs {

  private final Random random;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final StringBuilder failures = new StringBuilder();

  Outputs(Random random) {
    this.random = random;
  }

  /** Writes some objects, and other things between them. */
  byte[] write(Object... graphs) throws IOException {
    ObjectOutputStream out = stream();
    for (Object graph : graphs) {
      int kind = random.nextInt(12);
      try {
        switch (kind) {
          case 0 -> out.writeUnshared(graph);
          case 1 -> {
            out.writeInt(7);
            out.writeObject(graph);
          }
          case 2 -> {
            out.writeObject(graph);
            out.reset();
          }
          default -> out.writeObject(graph);
        }
      } catch (IOException | RuntimeException | StackOverflowError e) {
        failures.append(Thrown.of(e)).append(' ');
      }
    }
    out.flush();
    return bytes.toByteArray();
  }

  /** What was thrown. */
  String failures() {
    return failures.toString();
  }

  private ObjectOutputStream stream() throws IOException {
    OutputStream beneath =
        random.nextBoolean() ? bytes : new java.io.BufferedOutputStream(bytes, 700);
    switch (random.nextInt(7)) {
      case 6:
        return new Masking(beneath);
      case 0:
        return new Replacing(beneath);
      case 1:
        return new Annotating(beneath);
      case 2:
        ObjectOutputStream old = new ObjectOutputStream(beneath);
        old.useProtocolVersion(ObjectStreamConstants.PROTOCOL_VERSION_1);
        return old;
      default:
        return new ObjectOutputStream(beneath);
    }
  }

  /** Replaces some of what it writes. */
  static final class Replacing extends ObjectOutputStream {

    Replacing(OutputStream out) throws IOException {
      super(out);
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) {
      if (object instanceof Integer i && i % 4 == 0) {
        return "replaced " + i;
      }
      if (object instanceof Shapes.NotSerializable) {
        return null;
      }
      return object;
    }
  }

  /** Writes more than a class's description. */
  static final class Annotating extends ObjectOutputStream {

    Annotating(OutputStream out) throws IOException {
      super(out);
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {
      writeObject("annotation of " + type.getName());
      writeInt(3);
    }

    @Override
    protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
      super.writeClassDescriptor(description);
      if (description.getName().endsWith("Primitives")) {
        flush();
      }
    }
  }

  /** Overrides methods by which classes write themselves. */
  static final class Masking extends ObjectOutputStream {

    Masking(OutputStream out) throws IOException {
      super(out);
    }

    @Override
    public void writeLong(long value) throws IOException {
      super.writeLong(value ^ 0x55);
    }

    @Override
    public void defaultWriteObject() throws IOException {
      writeByte(3);
      super.defaultWriteObject();
    }
  }
}

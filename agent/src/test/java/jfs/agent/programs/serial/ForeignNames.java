package jfs.agent.programs.serial;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamConstants;
import java.io.SequenceInputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Reads streams of a peer that gives small classes many fields of its own, with long names; then
 * needs most of the heap. Needs -Xmx200m: the names of three streams fit, but not those of all.
 */
public final class ForeignNames {

  private static final int FIELDS = 500;
  private static final int NAME_BYTES = 60_000;
  private static final int LETTERS = 26;
  private static final int MORE_MEGABYTES = 120;

  private static class First implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private static class Second implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private static class Third implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private static class Fourth implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private static class Fifth implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private ForeignNames() {}

  public static void main(String[] args) throws Exception {
    List<Serializable> used =
        List.of(new First(), new Second(), new Third(), new Fourth(), new Fifth());
    for (Serializable one : used) {
      try (ObjectInputStream in = new ObjectInputStream(stream(one.getClass().getName()))) {
        System.out.println(in.readObject().getClass().getSimpleName());
        in.readObject();
      }
    }
    List<byte[]> more = new ArrayList<>();
    for (int i = 0; i < MORE_MEGABYTES; i++) {
      more.add(new byte[1 << 20]);
    }
    System.out.println(more.size() + " MB more");
  }

  /** Of two objects of a class, whose description the second refers to. */
  private static InputStream stream(String type) throws IOException {
    List<InputStream> parts = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(ObjectStreamConstants.STREAM_MAGIC);
    out.writeShort(ObjectStreamConstants.STREAM_VERSION);
    out.writeByte(ObjectStreamConstants.TC_OBJECT);
    out.writeByte(ObjectStreamConstants.TC_CLASSDESC);
    out.writeUTF(type);
    out.writeLong(1);
    out.writeByte(ObjectStreamConstants.SC_SERIALIZABLE);
    out.writeShort(FIELDS);
    byte[] name = "a".repeat(NAME_BYTES).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < FIELDS; i++) {
      out.writeByte('B');
      out.writeShort(NAME_BYTES + Short.BYTES);
      parts.add(part(bytes));
      parts.add(new ByteArrayInputStream(name));
      out.writeByte('A' + i / LETTERS);
      out.writeByte('A' + i % LETTERS);
    }
    out.writeByte(ObjectStreamConstants.TC_ENDBLOCKDATA);
    out.writeByte(ObjectStreamConstants.TC_NULL);
    out.write(new byte[FIELDS]);
    out.writeByte(ObjectStreamConstants.TC_OBJECT);
    out.writeByte(ObjectStreamConstants.TC_REFERENCE);
    out.writeInt(ObjectStreamConstants.baseWireHandle);
    out.write(new byte[FIELDS]);
    parts.add(part(bytes));
    return new BufferedInputStream(new SequenceInputStream(Collections.enumeration(parts)));
  }

  private static InputStream part(ByteArrayOutputStream bytes) {
    InputStream part = new ByteArrayInputStream(bytes.toByteArray());
    bytes.reset();
    return part;
  }
}

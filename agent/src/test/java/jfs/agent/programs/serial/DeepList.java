package jfs.agent.programs.serial;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** Serializes a list whose length the stack of the main thread bears, cold and interpreted. */
public final class DeepList {

  private static final int LENGTH = 600;

  private DeepList() {}

  public static void main(String[] arguments) throws Exception {
    Shapes.Node head = null;
    for (int i = 0; i < LENGTH; i++) {
      Shapes.Node node = new Shapes.Node();
      node.value = i;
      node.right = head;
      head = node;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(head);
    }
    BufferedInputStream in = new BufferedInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    Shapes.Node read = (Shapes.Node) new ObjectInputStream(in).readObject();
    int length = 0;
    for (Shapes.Node node = read; node != null; node = node.right) {
      length++;
    }
    System.out.println(bytes.size() + " bytes, " + length + " nodes");
  }
}

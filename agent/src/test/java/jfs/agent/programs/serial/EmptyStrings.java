package jfs.agent.programs.serial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Reads empty strings until the JIT compilers have done what they do, and says whenever the number
 * of objects that they are changes.
 */
public final class EmptyStrings {

  private static final int STRINGS = 1000;
  private static final int ROUNDS = 3000;

  private EmptyStrings() {}

  public static void main(String[] args) throws IOException, ClassNotFoundException {
    Object[] strings = new Object[STRINGS];
    for (int i = 0; i < STRINGS; i++) {
      strings[i] = new String(new char[0]);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(strings);
    }
    int last = -1;
    for (int round = 0; round < ROUNDS; round++) {
      ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
      Set<Object> different = Collections.newSetFromMap(new IdentityHashMap<>());
      Collections.addAll(different, (Object[]) in.readObject());
      if (different.size() != last) {
        last = different.size();
        System.out.println(last);
      }
    }
  }
}

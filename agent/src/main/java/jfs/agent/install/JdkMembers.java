package jfs.agent.install;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks that the JDK has all members that classes of JFS use, by name and descriptor, as its class
 * files say: no class of the JDK is loaded for this. For one thread.
 */
final class JdkMembers {

  /** Packages whose members may change from one JDK to the next. */
  private static final String[] CHECKED = {"java/io/", "jdk/internal/"};

  private static final String OWN = "java/io/Jfs";

  /** Members that the agent adds have it in their names. */
  private static final String ADDED = "$j";

  private final Map<String, ClassMembers> classes = new HashMap<>();

  /**
   * Checks what a class of JFS uses.
   *
   * @throws IllegalArgumentException if the JDK lacks a member; the message names it
   */
  void check(byte[] own) throws IOException {
    ClassFile file = new ClassFile(own);
    for (int i = 1; i < file.entries(); i++) {
      String[] member = file.reference(i);
      if (member != null && isChecked(member[0]) && !member[1].contains(ADDED)) {
        check(member[0], member[1], member[2]);
      }
    }
  }

  private static boolean isChecked(String owner) {
    if (owner.startsWith(OWN)) {
      return false;
    }
    for (String prefix : CHECKED) {
      if (owner.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Checks for one member.
   *
   * @throws IllegalArgumentException if neither the class nor one that it extends has it
   */
  void check(String owner, String name, String descriptor) throws IOException {
    boolean isMethod = descriptor.startsWith("(");
    for (String type = owner; type != null; type = members(type).superName()) {
      ClassMembers members = members(type);
      if (isMethod ? members.hasMethod(name, descriptor) : members.hasField(name, descriptor)) {
        return;
      }
    }
    throw new IllegalArgumentException("no " + owner + "." + name + " " + descriptor);
  }

  private ClassMembers members(String type) throws IOException {
    ClassMembers members = classes.get(type);
    if (members == null) {
      members = new ClassMembers(new ClassFile(read(type)));
      classes.put(type, members);
    }
    return members;
  }

  private static byte[] read(String type) throws IOException {
    try (InputStream in = Object.class.getModule().getResourceAsStream(type + ".class")) {
      if (in == null) {
        throw new FileNotFoundException("no class " + type);
      }
      return in.readAllBytes();
    }
  }
}

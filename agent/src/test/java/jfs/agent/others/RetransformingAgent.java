package jfs.agent.others;

import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Changes classes of the JDK beneath the program, as profilers and tracers do: {@code HOW}. */
public final class RetransformingAgent {

  private static final String PROBED = "java/net/";

  private RetransformingAgent() {}

  /** Called by the JVM. */
  public static void premain(String how, Instrumentation instrumentation) throws Exception {
    agentmain(how, instrumentation);
  }

  /** Called by the JVM. */
  public static void agentmain(String how, Instrumentation instrumentation) throws Exception {
    Class<?>[] sockets = {
      Class.forName("java.net.SocketImpl", false, null),
      Class.forName("sun.nio.ch.NioSocketImpl", false, null),
      Class.forName("java.net.Socket", false, null),
      Class.forName("java.net.ServerSocket", false, null)
    };
    switch (how) {
      case "alone" -> instrumentation.retransformClasses(sockets);
      case "each" -> {
        for (Class<?> type : sockets) {
          instrumentation.retransformClasses(type);
        }
      }
      case "same" -> transform(instrumentation, new Same(), sockets);
      case "probes" -> transform(instrumentation, new Probes(), sockets);
      case "originals" -> redefine(instrumentation, sockets);
      case "storm" -> storm(instrumentation);
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void transform(
      Instrumentation instrumentation, ClassFileTransformer transformer, Class<?>... sockets)
      throws Exception {
    instrumentation.addTransformer(transformer, true);
    instrumentation.retransformClasses(sockets);
  }

  private static void redefine(Instrumentation instrumentation, Class<?>... sockets)
      throws Exception {
    for (Class<?> type : sockets) {
      String file = "/" + type.getName().replace('.', '/') + ".class";
      try (InputStream in = Object.class.getResourceAsStream(file)) {
        instrumentation.redefineClasses(new ClassDefinition(type, in.readAllBytes()));
      }
    }
  }

  /** Retransforms every class of the package, again and again. */
  private static void storm(Instrumentation instrumentation) {
    Thread thread =
        new Thread(
            () -> {
              try {
                for (int round = 1; true; round++) {
                  instrumentation.retransformClasses(classesOfTheNet(instrumentation));
                  System.setProperty("storm.rounds", Integer.toString(round));
                }
              } catch (Exception | Error e) { // the JVM's end causes this
                System.setProperty("storm.end", e.toString());
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static Class<?>[] classesOfTheNet(Instrumentation instrumentation) {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (instrumentation.isModifiableClass(type)
          && (type.getPackageName().equals("java.net")
              || type.getName().equals("sun.nio.ch.NioSocketImpl"))) {
        found.add(type);
      }
    }
    return found.toArray(Class<?>[]::new);
  }

  /** Returns classes as they came, but as a change. */
  private static final class Same implements ClassFileTransformer {
    @Override
    public byte[] transform(
        ClassLoader loader,
        String className,
        Class<?> classBeingRedefined,
        java.security.ProtectionDomain domain,
        byte[] classFile) {
      return loader == null ? classFile.clone() : null;
    }
  }

  /** Puts a probe at the beginning of every method, into a class file of its own making. */
  private static final class Probes implements ClassFileTransformer {
    @Override
    public byte[] transform(
        ClassLoader loader,
        String className,
        Class<?> classBeingRedefined,
        java.security.ProtectionDomain domain,
        byte[] classFile) {
      if (loader != null || className == null || !isProbed(className)) {
        return null;
      }
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      new ClassReader(classFile).accept(new Prober(writer), 0);
      return writer.toByteArray();
    }

    private static boolean isProbed(String className) {
      return className.startsWith(PROBED) || className.equals("sun/nio/ch/NioSocketImpl");
    }
  }

  private static final class Prober extends ClassVisitor {
    Prober(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] thrown) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
          super.visitInsn(Opcodes.POP2);
        }
      };
    }
  }
}

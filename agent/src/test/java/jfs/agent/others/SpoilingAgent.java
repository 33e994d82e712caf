package jfs.agent.others;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Makes the JDK one that JFS does not know: its sockets have an implementation of another name. */
public final class SpoilingAgent implements ClassFileTransformer {

  /** Called by the JVM. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    instrumentation.addTransformer(new SpoilingAgent());
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    return "java/net/SocketImpl".equals(className)
        ? new String(classFile, ISO_8859_1)
            .replace("sun/nio/ch/NioSocketImpl", "sun/nio/ch/NewSocketImpl")
            .getBytes(ISO_8859_1)
        : null;
  }
}

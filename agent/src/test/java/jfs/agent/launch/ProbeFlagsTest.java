package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeFlagsTest {

  @TempDir Path folder;

  private String jar(String name, String entry) throws Exception {
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream out = new ZipOutputStream(file)) {
      out.putNextEntry(new ZipEntry(entry));
    }
    return "-javaagent:" + jar;
  }

  private String ofJfs() throws Exception {
    return jar("some jfs.jar", "jfs/core/JfsSocketImpl.class");
  }

  @Test
  void agentsOfJfsAreTakenOutAndTheFirstOnesArgumentsHold() throws Exception {
    String other = jar("other.jar", "org/other/Agent.class") + "=port=1";
    Map<String, String> environment = new TreeMap<>();
    environment.put("JAVA_TOOL_OPTIONS", "-Xmx1g  '" + ofJfs() + "=shm=off'\t-Dk='v w'");
    environment.put("_JAVA_OPTIONS", "'" + ofJfs() + "=shm=eager'");
    ProbeFlags flags =
        new ProbeFlags(List.of("-Xint", ofJfs() + "=shm=on", other, "-cp", "x"), environment);
    assertEquals("shm=off", flags.agentArguments());
    assertEquals(List.of("-Xint", other, "-cp", "x"), flags.flags());
    assertEquals(Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g -Dk='v w'"), environment);
  }

  @Test
  void whatOpensAPortIsTakenOut() {
    Map<String, String> environment = new TreeMap<>();
    environment.put("JDK_JAVA_OPTIONS", "-agentlib:jdwp=transport=dt_socket,server=y");
    environment.put("OTHER", "-agentlib:jdwp=transport=dt_socket,server=y");
    List<String> own =
        List.of(
            "-Dcom.sun.management.jmxremote",
            "-Dcom.sun.management.jmxremote.port=9010",
            "-Xrunjdwp:transport=dt_socket,server=y",
            "-Djfs.shm=off");
    assertEquals(List.of("-Djfs.shm=off"), new ProbeFlags(own, environment).flags());
    assertEquals(List.of("OTHER"), List.copyOf(environment.keySet()));
  }

  @Test
  void noAgentHasNoArguments() {
    assertEquals("", new ProbeFlags(List.of(), new TreeMap<>()).agentArguments());
  }
}

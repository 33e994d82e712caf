package jfs.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Carriers;
import jfs.core.host.HostServices;

/**
 * The pairings that the contract suite runs over in this JVM.
 *
 * <p>The system property {@code jfs.contract.carriers} names the carriers to run over; without it
 * these are all that are available. {@code jfs.contract.plain=false} leaves out the pairings with a
 * plain end, to save time. {@code jfs.contract.switched=true} adds one in which both directions
 * have left TCP before a case begins. {@code jfs.contract.kind=agent} says that the whole JVM runs
 * under the agent, so that {@code new Socket()} gives the only kind. {@code
 * jfs.contract.native=true} has the suite fail where it would run without the native library.
 */
public final class KindPairings {

  /** The JDK's own sockets at both ends, or what replaces them under the agent. */
  public static final KindPairing ORACLE;

  private static final boolean WITH_PLAIN =
      !"false".equals(System.getProperty("jfs.contract.plain"));
  private static final boolean WITH_SWITCHED = Boolean.getBoolean("jfs.contract.switched");
  private static final boolean WITH_LIBRARY = Boolean.getBoolean("jfs.contract.native");
  private static final List<KindPairing> ALL = new ArrayList<>();

  static {
    if ("agent".equals(System.getProperty("jfs.contract.kind"))) {
      SocketKind plain = new PlainUnderAgentKind();
      SocketKind agent = new PlainKind("jfs-agent");
      ORACLE = new KindPairing(plain, plain);
      ALL.add(ORACLE);
      addDirections(plain, agent);
    } else {
      SocketKind plain = new PlainKind("plain");
      ORACLE = new KindPairing(plain, plain);
      if (WITH_PLAIN) {
        ALL.add(ORACLE);
      }
      for (CarrierProvider provider : Carriers.installed()) {
        if (isWanted(provider)) {
          addDirections(plain, new CarrierKind(provider, false));
          if (WITH_SWITCHED) {
            SocketKind switched = new CarrierKind(provider, true);
            ALL.add(new KindPairing(switched, switched));
          }
        }
      }
    }
  }

  private KindPairings() {}

  private static void addDirections(SocketKind plain, SocketKind jfs) {
    ALL.add(new KindPairing(jfs, jfs));
    if (WITH_PLAIN) {
      ALL.add(new KindPairing(jfs, plain));
      ALL.add(new KindPairing(plain, jfs));
    }
  }

  private static boolean isWanted(CarrierProvider provider) {
    String wanted = System.getProperty("jfs.contract.carriers");
    return wanted == null
        ? provider.isAvailable()
        : Set.of(wanted.split(",")).contains(provider.name());
  }

  /** Every pairing, the oracle first. */
  public static List<KindPairing> all() {
    if (WITH_LIBRARY && HostServices.installed() == null) {
      throw new IllegalStateException("without the native library this would be another suite");
    }
    return List.copyOf(ALL);
  }
}

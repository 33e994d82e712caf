package jfs.core.carrier;

import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import jfs.core.runtime.Services;

/** Finds the carrier kinds of this JVM. */
public final class Carriers {

  private Carriers() {}

  /**
   * Returns the provider to use.
   *
   * @param wanted a provider's name, or null for the best one available
   * @throws IllegalStateException if there is no such provider; the message is one line
   */
  public static CarrierProvider select(String wanted) {
    List<CarrierProvider> providers = installed();
    StringJoiner known = new StringJoiner(", ");
    for (CarrierProvider provider : providers) {
      boolean available = provider.isAvailable();
      if (available && (wanted == null || wanted.equals(provider.name()))) {
        return provider;
      }
      known.add(provider.name() + (available ? "" : " (not available in this JVM)"));
    }
    throw new IllegalStateException(
        "no TCP carrier" + (wanted == null ? "" : " '" + wanted + "'") + "; known: " + known);
  }

  /** Every carrier kind on the class path, the preferred one first, available or not. */
  public static List<CarrierProvider> installed() {
    List<CarrierProvider> providers = Services.of(CarrierProvider.class);
    providers.sort(Comparator.comparingInt(CarrierProvider::preference).reversed());
    return providers;
  }
}

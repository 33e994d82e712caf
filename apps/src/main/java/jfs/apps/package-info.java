/**
 * Parallel programs on plain {@code java.rmi}, run by one JVM or by several: the six programs of
 * the Manta paper (Maassen, van Nieuwpoort, Veldema, Bal, Kielmann, Jacobs, Hofman, TOPLAS 2001),
 * and COMMS1 as in Visper's (Stankovic). They are written afresh and refer to the JDK and to
 * themselves only: {@link jfs.apps.Member} is what a JVM that takes part uses of them.
 *
 * <p>What a program computes does not depend on how many processes compute it, to the last bit. Its
 * partition is such that every number comes from the same operations in the same order; where sums
 * are collected from several processes (Water), they are sums of integers.
 */
package jfs.apps;

/**
 * The contract suite: what a {@code java.net} socket does, one class per area, each case run over
 * every {@linkplain jfs.contract.KindPairing pairing} of socket kinds. The JDK's own sockets are
 * the oracle. They are a pairing like the others, so a case that they fail is a wrong case. Where
 * an outcome may vary from JVM to JVM, a case compares with what they do in the same JVM.
 */
package jfs.contract;

/**
 * The platform carrier: the JDK's own {@code sun.nio.ch.NioSocketImpl}. What stays on TCP is then
 * the JDK's behaviour and speed by construction. Needs {@code java.net} and {@code sun.nio.ch}
 * opened to JFS, by the agent or by {@code --add-opens}.
 */
package jfs.core.platform;

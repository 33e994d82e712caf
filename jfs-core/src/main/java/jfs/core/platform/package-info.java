/**
 * The platform carrier: the JDK's own {@code sun.nio.ch.NioSocketImpl}. A connection that stays on
 * TCP then has the JDK's behaviour and speed by construction. Needs {@code java.net} and {@code
 * sun.nio.ch} opened to JFS, by the agent or by {@code --add-opens}.
 */
package jfs.core.platform;

/**
 * Proxies in factory mode. The JDK looks for a SOCKS proxy in its own socket implementation, which
 * a factory replaces. This package does the same with public API, so that {@code -DsocksProxyHost}
 * and a {@link java.net.ProxySelector} keep working.
 */
package jfs.core.proxy;

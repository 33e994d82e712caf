/**
 * Proxies in factory mode. The JDK looks for a SOCKS proxy in its own socket implementation, which
 * a factory replaces; here the same is done with public API, so that {@code -DsocksProxyHost} and a
 * {@link java.net.ProxySelector} go on working.
 */
package jfs.core.proxy;

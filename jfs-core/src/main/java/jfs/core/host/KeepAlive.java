package jfs.core.host;

/**
 * How the kernel probes the peer of an idle TCP connection; tcp(7), SO_KEEPALIVE.
 *
 * @param on whether it probes
 * @param idle seconds until the first probe
 * @param interval seconds between two probes
 * @param count how many unanswered probes end the connection
 */
public record KeepAlive(boolean on, int idle, int interval, int count) {}

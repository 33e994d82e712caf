package jfs.core.host;

/**
 * The bytes of a TCP connection as one end has counted them; tcp(7), TCP_INFO.
 *
 * @param sent handed to the network, each once
 * @param received in order, whether the program has read them or not
 * @param acknowledged of those sent, by the other end's kernel; may be 1 too many, for the SYN
 */
public record TcpCounts(long sent, long received, long acknowledged) {}

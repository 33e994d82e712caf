/**
 * The contract suite of selectable channels: what {@code SocketChannel}, {@code
 * ServerSocketChannel} and {@code Selector} of the JDK's default provider do, one class per area.
 * The JDK's own channels are the oracle: every case passes over them, on every JDK that JFS runs
 * on. A case gets its connection from {@link jfs.contract.channel.ChannelEnds}, one end a channel,
 * the other a {@linkplain jfs.contract.channel.PeerEnd peer} that may be a channel or a {@code
 * java.net.Socket}. A connection may have {@linkplain jfs.contract.channel.Takeover left TCP}
 * before the case begins.
 */
package jfs.contract.channel;

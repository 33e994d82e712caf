/**
 * The contract suite of asynchronous channels: what {@code AsynchronousSocketChannel} and {@code
 * AsynchronousServerSocketChannel} of the JDK's default provider do, one class per area. As with
 * {@link jfs.contract.channel}, the JDK's own are the oracle.
 */
package jfs.contract.channel.asynchronous;

/**
 * The ping-pong programs again, by other means than JDK sockets: what JFS is compared with. Each is
 * used as its makers mean it to be, with the same messages in the same order.
 */
package jfs.bench.peer;

/**
 * Byte streams through memory that two processes share: one sender, one receiver, a control block
 * and a chain of chunks. The layout is a wire format; {@code docs/protocol.md} describes it.
 */
package jfs.core.ring;

/** How a thread waits: by polling, by yielding and by sleeping. */
package jfs.core.wait;

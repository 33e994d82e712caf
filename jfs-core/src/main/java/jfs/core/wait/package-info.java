/** How a thread waits: by polling, by yielding and by sleeping; and until when. */
package jfs.core.wait;

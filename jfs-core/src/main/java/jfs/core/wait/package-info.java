/** How a thread passes the time until something that it waits for may have happened. */
package jfs.core.wait;

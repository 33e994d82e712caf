/** How JFS is told what to do, and where it says what went wrong. */
package jfs.core.config;

/** The options by which users tell JFS what to do, and the log of what went wrong. */
package jfs.core.config;

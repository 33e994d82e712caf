/** What connections did: counted as they go, added up when they end. */
package jfs.core.stats;

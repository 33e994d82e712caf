/** What connections did: counted while they live, added up when they end. */
package jfs.core.stats;

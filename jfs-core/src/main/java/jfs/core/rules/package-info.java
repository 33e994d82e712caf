/**
 * Rules of the user's: which transport the connections to an address, or from it, may have. Read
 * from a file, and again when that changes.
 */
package jfs.core.rules;

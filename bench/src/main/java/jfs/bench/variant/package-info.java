/** The variants: how each starts its two programs in processes of their own, and talks to them. */
package jfs.bench.variant;

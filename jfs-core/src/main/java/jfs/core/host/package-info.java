/** What only native code can ask of the kernel. Callers must also work without it. */
package jfs.core.host;

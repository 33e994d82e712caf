/** What only native code can ask of the kernel, as those see it who do without if need be. */
package jfs.core.host;

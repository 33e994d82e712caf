/** This host, as far as it matters to what is measured: processors, addresses, limits. */
package jfs.bench.host;

/** Several results as one page of documentation, all of whose figures come from their files. */
package jfs.bench.markdown;

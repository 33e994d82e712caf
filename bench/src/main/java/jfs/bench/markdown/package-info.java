/** Several results as one page of documentation; all its figures come from their files. */
package jfs.bench.markdown;

/** Makes one page, complete in itself, of a report. */
package jfs.bench.html;

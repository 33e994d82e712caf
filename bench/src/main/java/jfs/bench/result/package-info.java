/**
 * What a run has measured, as it is written, read, shown and compared: records that Gson binds to
 * JSON. A file has every slice; in a compact one there are none.
 */
package jfs.bench.result;

/** What users run on JFS, in small: a client and a server that know nothing of it. */
package jfs.agent.programs.apps;

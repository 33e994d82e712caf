/*
 * Lets the library, built with a new glibc, run with one as old as 2.17, that of the oldest systems
 * that Java 17 runs on. glibc has since given a few functions a new version, and an older one does
 * not load a library that names it. CMake includes this before every source of the library;
 * glibc.sh checks the result.
 */
#ifndef JFS_GLIBC_H
#define JFS_GLIBC_H

#include <features.h>

#if defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__)) && defined(__LP64__)

/* The version of the first glibc for this processor. */
#ifdef __x86_64__
#define JFS_GLIBC_FIRST "GLIBC_2.2.5"
#else
#define JFS_GLIBC_FIRST "GLIBC_2.17"
#endif

/* Since 2.34 in libc itself; before, in libdl, which the library is linked with for their sake. */
__asm__(".symver dlopen, dlopen@" JFS_GLIBC_FIRST);
__asm__(".symver dlsym, dlsym@" JFS_GLIBC_FIRST);
__asm__(".symver dlclose, dlclose@" JFS_GLIBC_FIRST);

/* Since 2.34 and 2.32 in libc itself; before, in libpthread, which every JVM has loaded. */
__asm__(".symver pthread_create, pthread_create@" JFS_GLIBC_FIRST);
__asm__(".symver pthread_join, pthread_join@" JFS_GLIBC_FIRST);
__asm__(".symver pthread_sigmask, pthread_sigmask@" JFS_GLIBC_FIRST);

#endif

#endif

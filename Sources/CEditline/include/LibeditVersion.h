#ifndef LIBEDIT_VERSION_H
#define LIBEDIT_VERSION_H

/* The version of the interface that this was compiled against. */
const char *libedit_version(void);

#endif

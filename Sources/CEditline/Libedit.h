// libedit's header, or the way to it.
#ifndef LIBEDIT_H
#define LIBEDIT_H

#if !__has_include(<histedit.h>)
#error "histedit.h is missing. Install libedit's headers: apt-get install libedit-dev"
#endif
#include <histedit.h>

#endif

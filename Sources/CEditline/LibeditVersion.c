#include "LibeditVersion.h"

#include "Libedit.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *libedit_version(void) { return TEXT(LIBEDIT_MAJOR) "." TEXT(LIBEDIT_MINOR); }

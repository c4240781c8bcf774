#ifndef CEDITLINE_H
#define CEDITLINE_H

#include <histedit.h>

#endif

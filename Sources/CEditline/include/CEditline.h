#ifndef CEDITLINE_H
#define CEDITLINE_H

#include "LineEditing.h"
#include "TerminalSignals.h"

#endif

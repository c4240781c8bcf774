#ifndef CEDITLINE_H
#define CEDITLINE_H

#include "LibeditVersion.h"
#include "LineEditing.h"
#include "TerminalSignals.h"

#endif

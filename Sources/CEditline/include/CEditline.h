#ifndef CEDITLINE_H
#define CEDITLINE_H

#include "InterruptKey.h"
#include "LibeditVersion.h"
#include "LineEditing.h"
#include "TerminalSignals.h"

#endif

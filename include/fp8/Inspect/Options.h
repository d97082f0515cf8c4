//===- Options.h - options of checks and reports ----------------*- C++ -*-===//
#ifndef FP8_INSPECT_OPTIONS_H
#define FP8_INSPECT_OPTIONS_H

#include "fp8/Inspect/Choices.h"
#include "fp8/Support/ChoiceParser.h"

FP8_CHOICE(Form);
FP8_CHOICE(ReportFormat);

#endif // FP8_INSPECT_OPTIONS_H

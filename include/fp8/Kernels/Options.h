//===- Options.h - parsers of the options of passes to Fused form -*- C++ -*-=//
#ifndef FP8_KERNELS_OPTIONS_H
#define FP8_KERNELS_OPTIONS_H

#include "fp8/Kernels/Choices.h"
#include "fp8/Support/ChoiceParser.h"

FP8_CHOICE(AttentionLowering);

#endif // FP8_KERNELS_OPTIONS_H

//===- Options.h - parsers of quantization options --------------*- C++ -*-===//
#ifndef FP8_QUANTIZE_OPTIONS_H
#define FP8_QUANTIZE_OPTIONS_H

#include "fp8/IR/FP8.h"
#include "fp8/Quantize/Choices.h"
#include "fp8/Support/ChoiceParser.h"

FP8_CHOICE(AmaxAlgo);
FP8_CHOICE(ContractionScope);
FP8_CHOICE(Format);
FP8_CHOICE(Recipe);

#endif // FP8_QUANTIZE_OPTIONS_H

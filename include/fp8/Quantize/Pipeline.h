//===- Pipeline.h - from Model form to Scaled form --------------*- C++ -*-===//
#ifndef FP8_QUANTIZE_PIPELINE_H
#define FP8_QUANTIZE_PIPELINE_H

#include "fp8/Quantize/Passes.h"

namespace mlir::fp8 {

/// Appends the passes that quantize the contractions of a step.
void buildQuantizePipeline(OpPassManager &pm,
                           const QuantizeContractionsPassOptions &options);

} // namespace mlir::fp8

#endif // FP8_QUANTIZE_PIPELINE_H

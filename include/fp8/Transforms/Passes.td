//===- Passes.td - passes of the fp8 dialect ---------------*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_PASSES_TD
#define FP8_TRANSFORMS_PASSES_TD

include "fp8/Transforms/ExpansionPasses.td"
include "fp8/Transforms/RaisePasses.td"
include "fp8/Transforms/QuantizePasses.td"
include "fp8/Transforms/TrainPasses.td"
include "fp8/Transforms/CastPasses.td"
include "fp8/Transforms/NormalizePasses.td"
include "fp8/Transforms/KernelPasses.td"
include "fp8/Transforms/PlanPasses.td"
include "fp8/Transforms/StockPasses.td"
include "fp8/Transforms/InspectionPasses.td"

#endif // FP8_TRANSFORMS_PASSES_TD

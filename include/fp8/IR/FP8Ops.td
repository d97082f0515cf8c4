//===- FP8Ops.td - every fp8 operation ---------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8OPS_TD
#define FP8_IR_FP8OPS_TD

include "fp8/IR/FP8ConvertOps.td"
include "fp8/IR/FP8ScaleOps.td"
include "fp8/IR/FP8TrainOps.td"
include "fp8/IR/FP8AttentionOps.td"
include "fp8/IR/FP8OptimizerOps.td"
include "fp8/IR/FP8InitOp.td"
include "fp8/IR/FP8CollectiveOps.td"
include "fp8/IR/FP8KernelOps.td"

#endif // FP8_IR_FP8OPS_TD

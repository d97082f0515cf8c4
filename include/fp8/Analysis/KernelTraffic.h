//===- KernelTraffic.h - what a kernel has to move --------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_KERNELTRAFFIC_H
#define FP8_ANALYSIS_KERNELTRAFFIC_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Bytes between an op and memory if nothing is moved twice: every operand that
/// is read once, every destination once, and of a gather one element per point.
struct KernelTraffic {
  int64_t read = 0;
  int64_t written = 0;
};

KernelTraffic getTraffic(KernelOp kernel);
KernelTraffic getTraffic(GemmOp gemm);

/// What the emitter has noted, else every input and init once.
KernelTraffic getTraffic(LaunchOp launch);

/// Bytes of an element in memory: an i1 takes one, an index eight.
int64_t getElementBytes(Type type);

/// Bytes of a tensor or memref of static shape.
int64_t getBytes(Type type);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_KERNELTRAFFIC_H

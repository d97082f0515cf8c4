//===- KernelTraffic.h - memory traffic of kernels --------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_KERNELTRAFFIC_H
#define FP8_ANALYSIS_KERNELTRAFFIC_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Minimal bytes that an op reads and writes. Each operand that is read and
/// each destination counts once; a gather reads one element per point.
struct KernelTraffic {
  int64_t read = 0;
  int64_t written = 0;
};

KernelTraffic getTraffic(KernelOp kernel);
KernelTraffic getTraffic(GemmOp gemm);

/// Returns the traffic that the emitter recorded. Without a record, assumes
/// that each input and init is read and written once.
KernelTraffic getTraffic(LaunchOp launch);

/// Returns the bytes of an element in memory: one for an i1, eight for an
/// index.
int64_t getElementBytes(Type type);

/// Returns the bytes of a tensor or memref of static shape.
int64_t getBytes(Type type);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_KERNELTRAFFIC_H

//===- KernelTraffic.h - memory traffic of kernels --------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_KERNELTRAFFIC_H
#define FP8_ANALYSIS_KERNELTRAFFIC_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// The minimal number of bytes that an op reads and writes. An operand or
/// destination counts once, even if it is accessed several times. A gather
/// reads one element per point.
struct KernelTraffic {
  int64_t read = 0;
  int64_t written = 0;
};

KernelTraffic getTraffic(KernelOp kernel);
KernelTraffic getTraffic(GemmOp gemm);

/// Returns the traffic that the emitter recorded. Without a record, assumes
/// that each input is read once and each init is read and written once.
KernelTraffic getTraffic(LaunchOp launch);

/// Returns the size of an element in memory, in bytes: 1 for an i1, 8 for an
/// index.
int64_t getElementBytes(Type type);

/// Returns the size of a tensor or memref of static shape, in bytes.
int64_t getBytes(Type type);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_KERNELTRAFFIC_H

//===- CPULowering.h - kernels as CPU functions -----------------*- C++ -*-===//
#ifndef FP8_TARGET_CPU_CPULOWERING_H
#define FP8_TARGET_CPU_CPULOWERING_H

#include "fp8/Codegen/TargetLowering.h"

namespace mlir::fp8 {

/// Returns the lowering of `--fp8-emit-cpu`: vectors of `vectorBits` bits and
/// functions of the type fp8rt_cpu_kernel.
std::unique_ptr<TargetLowering> createCPULowering(unsigned vectorBits,
                                                  const CPUTuning &tuning = {});

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_CPULOWERING_H

//===- AlignScales.h - scales of matmuls at aligned addresses ---*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_GEMMS_ALIGNSCALES_H
#define FP8_LIB_KERNELS_GEMMS_ALIGNSCALES_H

namespace mlir {
class Operation;
}

namespace mlir::fp8 {

/// Stores scales that `fp8.gemm` ops in `root` read from a common tensor 16
/// bytes apart. Leaves a tensor unchanged if all of its scales are aligned to
/// 16 bytes.
void alignScales(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_GEMMS_ALIGNSCALES_H

//===- Remat.h - what a step computes a second time -------------*- C++ -*-===//
#ifndef FP8_TRANSFORMS_REMAT_H
#define FP8_TRANSFORMS_REMAT_H

namespace mlir::fp8 {

/// What may be computed again instead of being kept for the backward.
enum class RematMode {
  None,
  Selective, // all but contractions
  Full
};

} // namespace mlir::fp8

#endif // FP8_TRANSFORMS_REMAT_H

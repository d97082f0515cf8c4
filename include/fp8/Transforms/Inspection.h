//===- Inspection.h - what passes check and report ------------------------===//
#ifndef FP8_TRANSFORMS_INSPECTION_H
#define FP8_TRANSFORMS_INSPECTION_H

namespace mlir::fp8 {

/// The forms of a graph on its way to a target, which --fp8-verify-form checks.
enum class Form {
  Model,  // 1: upstream ops on tensors
  Scaled, // 2: scaled contractions, stored states
  Fused,  // 4a: kernels on tensors
  Planned // 4b: kernels or launches on buffers
};

/// How --fp8-report writes.
enum class ReportFormat { Table, JSON };

} // namespace mlir::fp8

#endif // FP8_TRANSFORMS_INSPECTION_H

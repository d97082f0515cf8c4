//===- KernelTargetOptions.h - options of kernel targets --------*- C++ -*-===//
#ifndef FP8_TARGET_KERNELTARGETOPTIONS_H
#define FP8_TARGET_KERNELTARGETOPTIONS_H

#include "fp8/Kernels/Options.h"
#include "fp8/Target/Target.h"
#include <optional>

namespace mlir::fp8 {

/// The options of all targets that run fused kernels.
struct KernelTargetOptions : TargetOptions {
  Option<int64_t> maxOutstandingBytes{
      *this, "max-outstanding-bytes",
      llvm::cl::desc("Maximum bytes of gradients that wait for updates"),
      llvm::cl::init(-1)};
  Option<AttentionLowering> attention{
      *this, "attention",
      llvm::cl::desc("Lowering of fp8.attention and fp8.attention_backward"),
      llvm::cl::init(AttentionLowering::Kernels)};

  /// Returns the value of max-outstanding-bytes, or std::nullopt if it is not
  /// given.
  std::optional<int64_t> getMaxOutstandingBytes() const {
    return maxOutstandingBytes >= 0
               ? std::optional<int64_t>(maxOutstandingBytes)
               : std::nullopt;
  }
};

} // namespace mlir::fp8

#endif // FP8_TARGET_KERNELTARGETOPTIONS_H

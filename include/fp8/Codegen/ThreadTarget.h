//===- ThreadTarget.h - planning for targets without warps ------*- C++ -*-===//
#ifndef FP8_CODEGEN_THREADTARGET_H
#define FP8_CODEGEN_THREADTARGET_H

#include "fp8/Codegen/TargetLowering.h"

namespace mlir::fp8 {

/// Planning choices for a target that runs each chunk on one thread, with
/// vectors of `vectorBits` bits. It emits no code; subclasses do.
class ThreadTarget : public TargetLowering {
public:
  explicit ThreadTarget(unsigned vectorBits) : vectorBits(vectorBits) {}

  unsigned getNumThreads() const override { return 1; }
  /// Returns the number of elements with which the narrowest type fills one
  /// register. Wider types then take several registers. With sums, a vector of
  /// f32 fills one register.
  unsigned getWidth(unsigned smallest, unsigned, bool hasSum) const override {
    return vectorBits / (hasSum ? 32 : std::clamp(smallest, 8u, 32u));
  }
  bool hasAlignedBuffers() const override { return false; }
  int64_t getMinChunkElements() const override { return 16384; }

  FunctionFrame beginFunction(ArithmeticBuilder &b,
                              const FunctionRequest &request) override {
    llvm_unreachable("a ThreadTarget only plans");
  }
  void endFunction(ArithmeticBuilder &b, FunctionFrame &frame) override {
    llvm_unreachable("a ThreadTarget only plans");
  }
  Value combineThreads(ArithmeticBuilder &, const FunctionFrame &, Value value,
                       Combine) const override {
    return value;
  }
  void synchronize(ArithmeticBuilder &) const override {}

private:
  unsigned vectorBits;
};

} // namespace mlir::fp8

#endif // FP8_CODEGEN_THREADTARGET_H

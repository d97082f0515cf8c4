//===- FinishEmitter.h - the second-stage function --------------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_FUNCTION_FINISHEMITTER_H
#define FP8_LIB_CODEGEN_FUNCTION_FINISHEMITTER_H

#include "FunctionEmitter.h"

namespace mlir::fp8 {

/// Emits the function that runs once after all chunks (finish). It combines
/// their partial results from scratch memory, under every schedule alike.
class FinishEmitter : public FunctionEmitter {
public:
  using FunctionEmitter::FunctionEmitter;

  void emitFinish(StringRef name);

protected:
  void emitItem(Value part, Value item) override {
    llvm_unreachable("the second-stage function has no work items");
  }
  bool isNarrow(unsigned r) const override { return false; }
  bool isScalar(unsigned r) const override { return false; }
  unsigned getAccumulatorWidth(unsigned r) const override { return width; }

private:
  Value reduceScratch(unsigned r);
  Value getNumPartials(unsigned r);
  Value getPartSize(Value count);
  void reduceParts();
  Value combineParts(unsigned r);
  void accumulateScratch(unsigned r, Value from, Value to);
  void sumScratchBlocks(unsigned r, int64_t count);
  Value combineBucket(Type type, Value address, Value count);
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_FUNCTION_FINISHEMITTER_H

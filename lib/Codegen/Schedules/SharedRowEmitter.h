//===- SharedRowEmitter.h - cooperative rows --------------------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_SCHEDULES_SHAREDROWEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_SHAREDROWEMITTER_H

#include "RowEmitter.h"

namespace mlir::fp8 {

/// Emits rows that the warps of a thread block share, divided by blocks of a
/// sum.
class SharedRowEmitter : public RowEmitter {
public:
  using RowEmitter::RowEmitter;

protected:
  void emitItem(Value part, Value item) override;
  void forSumBlocks(Value from, Value to,
                    llvm::function_ref<void(Value, Value)> body) override;
  Value createBlockSums(unsigned r) override;
  void joinWarps(unsigned phase) override;
  Value combineItem(unsigned r) override;

private:
  StripAddress getPartial(unsigned r, Type type, Value index);
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_SHAREDROWEMITTER_H

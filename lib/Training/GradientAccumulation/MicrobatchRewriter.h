//===- MicrobatchRewriter.h - the ops of a plan, repeated -------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHREWRITER_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHREWRITER_H

#include "MicrobatchPlan.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::fp8 {

/// Repeats the ops of a plan. The ops that are there become those of the first
/// micro-batch.
class MicrobatchRewriter {
public:
  MicrobatchRewriter(func::FuncOp func, MicrobatchPlan plan, int64_t count)
      : func(func), block(func.front()), plan(std::move(plan)), count(count),
        builder(func.getContext()) {
    for (const MicrobatchPhase &phase : this->plan.phases)
      late.insert(phase.late.begin(), phase.late.end());
    late.insert(block.getTerminator());
  }

  void rewrite();

private:
  void splitBatches();
  Value createSlice(BlockArgument batch, int64_t i);
  void addSlices(int64_t i);
  void carryStates(unsigned phase, int64_t i);
  void addRepetition(unsigned phase, int64_t i);
  void addPhase(unsigned phase);
  /// Takes what `op`, of micro-batch `i`, gives in the place of `original`.
  void collect(Operation *original, Operation *op, int64_t i);
  void finish();
  void replaceInLate(Value value, Value combined);

  func::FuncOp func;
  Block &block;
  MicrobatchPlan plan;
  int64_t count;
  OpBuilder builder;
  /// Of batches, in their order: those of the first micro-batch.
  SmallVector<Value> firstSlices;
  /// What `plan.combined` is of the micro-batches so far.
  llvm::DenseMap<Value, Value> sums;
  /// What runs once, the terminator included.
  llvm::DenseSet<Operation *> late;
  /// The results that a value becomes, if each micro-batch has its own.
  llvm::DenseMap<Value, SmallVector<unsigned, 1>> stackedAs;
  /// The results of which each micro-batch has its own, so far.
  llvm::DenseMap<unsigned, Value> stacks;
  /// By micro-batch, what stands for the values of the first one.
  SmallVector<IRMapping> mappings;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_MICROBATCHREWRITER_H

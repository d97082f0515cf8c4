//===- Operands.h - operands of ops with regions ----------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_OPERANDS_H
#define FP8_ANALYSIS_OPERANDS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include <type_traits>

namespace mlir::fp8 {

/// Calls `visit` with each operand of `op` and of the ops nested in it, as an
/// `OpOperand &` or as a `Value`.
template <typename Visit>
void forEachOperand(Operation *op, Visit visit) {
  op->walk([&](Operation *nested) {
    for (OpOperand &operand : nested->getOpOperands())
      if constexpr (std::is_invocable_v<Visit, OpOperand &>)
        visit(operand);
      else
        visit(operand.get());
  });
}

/// Returns true if `holds` returns true for an operand of `op` or of an op
/// nested in it.
inline bool anyOperand(Operation *op, function_ref<bool(Value)> holds) {
  auto check = [&](Operation *nested) {
    return llvm::any_of(nested->getOperands(), holds) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
  };
  return op->walk(check).wasInterrupted();
}

/// Returns true if `op`, or an op nested in it, reads a value of `values`.
inline bool readsAny(Operation *op, const llvm::DenseSet<Value> &values) {
  return anyOperand(op, [&](Value value) { return values.contains(value); });
}

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_OPERANDS_H

//===- Elementwise.h - ops that read at their own position ----------------===//
#ifndef FP8_ANALYSIS_ELEMENTWISE_H
#define FP8_ANALYSIS_ELEMENTWISE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::fp8 {

/// A scalar, or a tensor of one element.
bool hasOneElement(Type type);

/// The value holds nothing that depends on a position: a splat or scalar
/// constant, or a `tensor.empty`.
bool isSplatOrEmpty(Value value);

/// Operands of an elementwise op. `aligned` operands are read at the position
/// of the result; `scalars` hold one element, which every position reads.
struct Elementwise {
  SmallVector<Value> aligned, scalars;
};

/// The operands of `op` where result[i] depends on no tensor element but
/// operand[i], otherwise nothing. Reshapes count: they move elements without
/// reading others. Transposes and row broadcasts do not.
std::optional<Elementwise> matchElementwise(Operation *op);

/// Values all of whose elements are computed alike: one-element values,
/// splats, and elementwise ops on such. One pass over a block finds them.
class UniformValues {
public:
  explicit UniformValues(Block &block);
  bool contains(Value value) const;

private:
  llvm::DenseSet<Value> uniform;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ELEMENTWISE_H

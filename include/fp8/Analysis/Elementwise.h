//===- Elementwise.h - ops that read at their own position ----------------===//
#ifndef FP8_ANALYSIS_ELEMENTWISE_H
#define FP8_ANALYSIS_ELEMENTWISE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::fp8 {

/// Returns true for a scalar or a tensor of one element.
bool hasOneElement(Type type);

/// Returns true for an integer or index, or a shaped type of them.
bool hasIntegers(Type type);

/// Returns true if no element depends on its position: a splat or scalar
/// constant, or a `tensor.empty`.
bool isSplatOrEmpty(Value value);

/// Returns the operand of a linalg op for which `value`, an argument of its
/// body, stands; any other value itself.
Value getOutside(Value value);

/// Operands of an elementwise op. `aligned` operands are read at the position
/// of the result. `scalars` hold one element, which every position reads.
struct Elementwise {
  SmallVector<Value> aligned, scalars;
};

/// Returns the operands of `op` if result[i] depends on no tensor element but
/// operand[i], otherwise none. Reshapes match, since they preserve the
/// row-major order. Transposes and row broadcasts do not.
std::optional<Elementwise> matchElementwise(Operation *op);

/// Values whose elements are all computed alike: one-element values, splats,
/// and elementwise ops on such values. One pass over a block finds them.
class UniformValues {
public:
  explicit UniformValues(Block &block);
  bool contains(Value value) const;

private:
  llvm::DenseSet<Value> uniform;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ELEMENTWISE_H

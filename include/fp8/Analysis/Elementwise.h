//===- Elementwise.h - ops that read at their own position ----------------===//
#ifndef FP8_ANALYSIS_ELEMENTWISE_H
#define FP8_ANALYSIS_ELEMENTWISE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::fp8 {

/// Returns true for a scalar or a tensor of one element.
bool hasOneElement(Type type);

/// Returns true for an integer or index, or a shaped type with such elements.
bool hasIntegers(Type type);

/// Returns true if all elements are interchangeable: `value` is a splat or
/// scalar constant, or a `tensor.empty`.
bool isSplatOrEmpty(Value value);

/// Returns the operand of a linalg op if `value` is the corresponding argument
/// of its body, else `value`.
Value getOutside(Value value);

/// The operands of an elementwise op. `aligned` operands are read at the index
/// of the result element. `scalars` have one element, which all result elements
/// read.
struct Elementwise {
  SmallVector<Value> aligned, scalars;
};

/// Returns the operands of `op` if result[i] depends on no tensor element
/// except operand[i]; otherwise std::nullopt. Reshapes match, because they
/// preserve the row-major order. Transposes and row broadcasts do not match.
std::optional<Elementwise> matchElementwise(Operation *op);

/// Finds the uniform values of a block: one-element values, splats, and the
/// results of elementwise ops on such values.
class UniformValues {
public:
  explicit UniformValues(Block &block);
  bool contains(Value value) const;

private:
  llvm::DenseSet<Value> uniform;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ELEMENTWISE_H

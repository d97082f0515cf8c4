//===- ElementExpr.h - elements as expressions ------------------*- C++ -*-===//
//
// The element of a tensor at a point of the iteration space, as an expression
// of elements that are not computed elementwise. Equal expressions share one
// object, independently of the ops that compute them and of how often the graph
// repeats these ops.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RAISE_ATTENTION_ELEMENTEXPR_H
#define FP8_LIB_RAISE_ATTENTION_ELEMENTEXPR_H

#include "PairSpace.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace mlir::fp8 {

struct ElementExpr {
  enum class Kind {
    Constant,
    /// An index of the iteration space.
    Index,
    /// An element of a tensor, or a scalar.
    Leaf,
    /// An op of arith or math, applied to elements.
    Apply,
    /// 1 if the condition is true, else 0. If `isNegated`, it is the reverse.
    Indicator,
    /// A sum, a maximum, a disjunction or a conjunction over the keys.
    Sum,
    Max,
    Any,
    All
  };
  ElementExpr(Kind kind, Type type) : kind(kind), type(type) {}

  Kind kind;
  /// Number in the order of creation.
  unsigned id = 0;
  /// Type of the element. All floats are computed in f32.
  Type type;
  /// Value of a constant; null for other kinds.
  Attribute value;
  /// For `Index`, the dimensions of the iteration space that form the index, in
  /// row-major order.
  DimGroup index;
  /// For `Apply`, an op of the graph that computes the expression.
  Operation *op = nullptr;
  bool isNegated = false;
  SmallVector<ElementExpr *, 3> operands;
  /// The tensor of a leaf. For other kinds, the first tensor found that
  /// contains these elements; null if there is none.
  AccessedTensor tensor;

  bool isConstant(double number) const;
  /// Returns the value of a float constant, or std::nullopt.
  std::optional<double> getNumber() const;
  /// Returns true if the expression is a reduction of a row, so that it is
  /// equal for the whole row.
  bool isReduction() const { return kind >= Kind::Sum; }
};

/// Creates the expressions for one attempt of AttentionMatch.
class ElementExprs {
public:
  explicit ElementExprs(PairSpace &space) : space(space) {}

  /// Returns the expression of an element of `tensor` at its access.
  ElementExpr *get(const AccessedTensor &tensor);
  ElementExpr *getIndicator(ElementExpr *condition, bool isNegated);

  /// Returns true if `expr` depends on `leaf`.
  bool reads(ElementExpr *expr, ElementExpr *leaf);
  /// Returns true if `expr` may differ between the keys of a row.
  bool varies(ElementExpr *expr);
  /// Returns the expression of the row sum of `element` if the graph computes
  /// it, or null.
  ElementExpr *findSum(ElementExpr *element) const;
  /// Appends the distinct leaves that `expr` depends on.
  void collectLeaves(ElementExpr *expr, SmallVectorImpl<ElementExpr *> &leaves);

private:
  ElementExpr *unique(ElementExpr expr);
  ElementExpr *makeLeaf(const AccessedTensor &tensor);
  ElementExpr *makeConstant(Attribute value);
  /// Returns the expression of `op` applied to `operands`, or null if it is not
  /// supported.
  ElementExpr *apply(Operation *op, ArrayRef<ElementExpr *> operands);
  ElementExpr *compute(const AccessedTensor &tensor);
  ElementExpr *computeLinalg(linalg::LinalgOp op, const AccessedTensor &result);
  ElementExpr *computeReduction(linalg::LinalgOp op, Value element,
                                const AccessedTensor &result);
  /// Returns the expression of a value in the body of `op`, or null. `loops`
  /// holds the dimensions of the iteration space that form each loop. `known`
  /// memoizes the results.
  ElementExpr *getInBody(linalg::LinalgOp op, Value value,
                         ArrayRef<std::optional<DimGroup>> loops,
                         llvm::DenseMap<Value, ElementExpr *> &known);
  /// Computes the result of getInBody() without memoization.
  ElementExpr *computeInBody(linalg::LinalgOp op, Value value,
                             ArrayRef<std::optional<DimGroup>> loops,
                             llvm::DenseMap<Value, ElementExpr *> &known);
  /// Returns the expression of a tensor at `access`, or of a scalar outside of
  /// bodies.
  ElementExpr *getValue(Value value, const TensorAccess &access);

  PairSpace &space;
  SmallVector<std::unique_ptr<ElementExpr>> all;
  llvm::DenseMap<size_t, SmallVector<ElementExpr *, 1>> byHash;
  llvm::DenseMap<Value, SmallVector<std::pair<TensorAccess, ElementExpr *>, 1>>
      byTensor;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_ELEMENTEXPR_H

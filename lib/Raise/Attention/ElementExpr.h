//===- ElementExpr.h - elements as expressions ------------------*- C++ -*-===//
//
// The element of a tensor at a point of the iteration space, as an expression
// of elements that are not computed elementwise. Equal expressions are one
// object, however the graph spells and repeats them.
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
    /// An op of arith, math or fp8.convert, applied to elements.
    Apply,
    /// 1 if the condition holds, else 0; `isNegated` is the opposite.
    Indicator,
    /// A sum, a maximum, a disjunction or a conjunction over `j`.
    Sum,
    Max,
    Any,
    All
  };
  ElementExpr(Kind kind, Type type) : kind(kind), type(type) {}

  Kind kind;
  /// Position in the order of creation.
  unsigned id = 0;
  /// Type of the element. All floats are computed in f32.
  Type type;
  /// Value of a constant.
  Attribute value;
  /// Dimensions of an index, in row-major order.
  DimGroup index;
  /// Prototype of an applied op.
  Operation *op = nullptr;
  bool isNegated = false;
  SmallVector<ElementExpr *, 3> operands;
  /// The tensor of a leaf, or the first tensor that holds these elements; null
  /// if there is none.
  AccessedTensor tensor;

  bool isConstant(double number) const;
  /// Returns the number of a float constant.
  std::optional<double> getNumber() const;
  /// Returns true for a value that a whole row shares.
  bool isReduction() const { return kind >= Kind::Sum; }
};

/// Creates the expressions of one attempt to match.
class ElementExprs {
public:
  explicit ElementExprs(PairSpace &space) : space(space) {}

  /// Returns the expression of an element of `tensor`.
  ElementExpr *get(const AccessedTensor &tensor);
  ElementExpr *getIndicator(ElementExpr *condition, bool isNegated);

  /// Returns true if `expr` is computed from `leaf`.
  bool reads(ElementExpr *expr, ElementExpr *leaf);
  /// Returns true if `expr` may differ between keys.
  bool varies(ElementExpr *expr);
  /// Returns the sum of a row of `element` that the graph has, or null.
  ElementExpr *findSum(ElementExpr *element) const;
  /// Appends the different leaves that `expr` is computed from.
  void collectLeaves(ElementExpr *expr, SmallVectorImpl<ElementExpr *> &leaves);

private:
  ElementExpr *unique(ElementExpr expr);
  ElementExpr *makeLeaf(const AccessedTensor &tensor);
  ElementExpr *makeConstant(Attribute value);
  /// Creates the expression of `op` applied to `operands`, or null.
  ElementExpr *apply(Operation *op, ArrayRef<ElementExpr *> operands);
  ElementExpr *compute(const AccessedTensor &tensor);
  ElementExpr *computeLinalg(linalg::LinalgOp op, const AccessedTensor &result);
  ElementExpr *computeReduction(linalg::LinalgOp op, Value element,
                                const AccessedTensor &result);
  /// Returns the expression of a value in the body of `op`, or null. `known`
  /// has the values so far.
  ElementExpr *getInBody(linalg::LinalgOp op, Value value,
                         ArrayRef<std::optional<DimGroup>> loops,
                         llvm::DenseMap<Value, ElementExpr *> &known);
  /// Computes what getInBody() does not know yet.
  ElementExpr *computeInBody(linalg::LinalgOp op, Value value,
                             ArrayRef<std::optional<DimGroup>> loops,
                             llvm::DenseMap<Value, ElementExpr *> &known);
  /// Returns the expression of a value outside of bodies, which may be a
  /// scalar.
  ElementExpr *getValue(Value value, const TensorAccess &access);

  PairSpace &space;
  SmallVector<std::unique_ptr<ElementExpr>> all;
  llvm::DenseMap<size_t, SmallVector<ElementExpr *, 1>> byHash;
  llvm::DenseMap<Value, SmallVector<std::pair<TensorAccess, ElementExpr *>, 1>>
      byTensor;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_ELEMENTEXPR_H

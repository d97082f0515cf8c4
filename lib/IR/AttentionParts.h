//===- AttentionParts.h - parts of decomposed attention ---------*- C++ -*-===//
#ifndef FP8_LIB_IR_ATTENTIONPARTS_H
#define FP8_LIB_IR_ATTENTIONPARTS_H

#include "Decompose.h"

namespace mlir::fp8 {

/// Returns `map` without the dimension `unused`, which does not occur in its
/// results.
AffineMap dropUnused(AffineMap map, unsigned unused);

/// Emits the computations that attention and its backward pass share. A tensor
/// of pairs has one element per pair of a query and a key. Its dimensions are
/// the row dimensions, in order, and the dimension of keys.
class AttentionDecomposer {
public:
  template <typename OpTy>
  AttentionDecomposer(OpTy op, OpBuilder &opBuilder)
      : builder(op.getLoc(), opBuilder), body(op.getBody().front()),
        captured(op.getCaptured()), maps(op.getIndexingMapsArray()),
        extents(op.getStaticLoopRanges()), numRowDims(op.getNumRowDims()),
        firstCaptured(op.getCaptured().getBeginOperandIndex()) {}

  /// Computes the products of queries and keys, in f32.
  Value makeScores(Value q, Value k);
  /// Computes the contraction of `lhs` and `rhs` over the dimensions that do
  /// not occur in `resultMap`. `unused` is a dimension that occurs in no map.
  Value contract(Value lhs, AffineMap lhsMap, Value rhs, AffineMap rhsMap,
                 AffineMap resultMap, Type element, unsigned unused);
  /// Emits the results of the region that `needed` lists. `score` and
  /// `elements`, the captured elements, are values in the body of a
  /// linalg.generic over pairs.
  SmallVector<Value> emitRegion(ElementBuilder &e, Value score,
                                ValueRange elements, ArrayRef<unsigned> needed);
  /// Creates a linalg.generic over pairs that reads `inputs`, then `captured`.
  SmallVector<Value> makePairs(SmallVector<Value> inputs,
                               SmallVector<AffineMap> inputMaps,
                               ArrayRef<Type> elements, ElementFn element);
  /// Reduces a tensor of pairs along the dimension of keys, from the initial
  /// value `start`.
  Value reduce(Value pairs, float start,
               function_ref<Value(ElementBuilder &, Value, Value)> combine);
  /// Transposes `rows` from the order of the row dimensions to the order of
  /// `map`.
  Value permuteRows(Value rows, AffineMap map);

  /// Converts an indexing map of the op that uses neither d nor e to a map on
  /// the iteration space of pairs.
  AffineMap overPairs(AffineMap map) {
    return AffineMap::get(numRowDims + 1, 0, map.getResults(),
                          map.getContext());
  }
  AffineMap getPairMap() {
    return builder.getMultiDimIdentityMap(numRowDims + 1);
  }
  AffineMap getRowMap() { return getPairMap().dropResult(numRowDims); }
  /// Returns the map of a tensor of pairs on the iteration space of the op.
  AffineMap getWholePairMap() {
    return AffineMap::get(numRowDims + 3, 0, getPairMap().getResults(),
                          builder.getContext());
  }
  unsigned getFactor() { return body.getTerminator()->getNumOperands() - 1; }
  ArrayRef<int64_t> getPairShape() {
    return ArrayRef(extents).take_front(numRowDims + 1);
  }

  TensorBuilder builder;
  Block &body;
  ValueRange captured;
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> extents;
  unsigned numRowDims, firstCaptured;
};

} // namespace mlir::fp8

#endif // FP8_LIB_IR_ATTENTIONPARTS_H

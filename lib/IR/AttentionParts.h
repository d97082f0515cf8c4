//===- AttentionParts.h - parts of decomposed attention ---------*- C++ -*-===//
#ifndef FP8_LIB_IR_ATTENTIONPARTS_H
#define FP8_LIB_IR_ATTENTIONPARTS_H

#include "Decompose.h"

namespace mlir::fp8 {

/// Returns `map` without dimension `unused`, which no result has.
AffineMap dropUnused(AffineMap map, unsigned unused);

/// Emits the parts that attention and its backward pass share. Tensors of all
/// pairs have the row dimensions, in order, and the dimension of keys.
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
  /// Computes the contraction of `lhs` and `rhs` over the dimensions that
  /// `resultMap` does not have. None of the maps has dimension `unused`.
  Value contract(Value lhs, AffineMap lhsMap, Value rhs, AffineMap rhsMap,
                 AffineMap resultMap, Type element, unsigned unused);
  /// Emits the values of the region that `isNeeded` lists, from the score and
  /// the captured elements of a linalg.generic over pairs.
  SmallVector<Value> emitRegion(ElementBuilder &e, Value score,
                                ValueRange elements, ArrayRef<unsigned> needed);
  /// Creates a linalg.generic over pairs that reads `inputs`, then `captured`.
  SmallVector<Value> makePairs(SmallVector<Value> inputs,
                               SmallVector<AffineMap> inputMaps,
                               ArrayRef<Type> elements, ElementFn element);
  /// Reduces pairs along keys, starting from `start`.
  Value reduce(Value pairs, float start,
               function_ref<Value(ElementBuilder &, Value, Value)> combine);
  /// Returns `rows`, in the order of the row dimensions, in the order of `map`.
  Value permuteRows(Value rows, AffineMap map);

  /// Returns a map from the iteration space of pairs, for a map of the op that
  /// has neither `d` nor `e`.
  AffineMap overPairs(AffineMap map) {
    return AffineMap::get(numRowDims + 1, 0, map.getResults(),
                          map.getContext());
  }
  AffineMap getPairMap() {
    return builder.getMultiDimIdentityMap(numRowDims + 1);
  }
  AffineMap getRowMap() { return getPairMap().dropResult(numRowDims); }
  /// Returns the map of pairs over the iteration space of the op.
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

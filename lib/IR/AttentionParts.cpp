//===- AttentionParts.cpp - parts of decomposed attention -----------------===//

#include "AttentionParts.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

AffineMap fp8::dropUnused(AffineMap map, unsigned unused) {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults()) {
    unsigned d = cast<AffineDimExpr>(expr).getPosition();
    results.push_back(
        getAffineDimExpr(d - (d > unused ? 1 : 0), map.getContext()));
  }
  return AffineMap::get(map.getNumDims() - 1, 0, results, map.getContext());
}

Value AttentionDecomposer::contract(Value lhs, AffineMap lhsMap, Value rhs,
                                    AffineMap rhsMap, AffineMap resultMap,
                                    Type element, unsigned unused) {
  TensorBuilder &b = builder;
  SmallVector<int64_t> shape;
  for (AffineExpr expr : resultMap.getResults())
    shape.push_back(extents[cast<AffineDimExpr>(expr).getPosition()]);
  auto type = RankedTensorType::get(shape, element);
  Value zeros = arith::ConstantOp::create(
      b, type, DenseElementsAttr::get(type, b.getFloatAttr(element, 0.0)));
  return ContractOp::create(b, lhs, /*lhsScaleInv=*/Value(), rhs,
                            /*rhsScaleInv=*/Value(), zeros,
                            {dropUnused(lhsMap, unused),
                             dropUnused(rhsMap, unused),
                             dropUnused(resultMap, unused)})
      .getResult();
}

Value AttentionDecomposer::makeScores(Value q, Value k) {
  return contract(q, maps[0], k, maps[1], getWholePairMap(),
                  builder.getF32Type(), /*unused=*/numRowDims + 2);
}

Values AttentionDecomposer::emitRegion(ElementBuilder &e, Value score,
                                       ValueRange elements,
                                       ArrayRef<unsigned> needed) {
  ElementBuilder &b = e;
  Operation *yield = body.getTerminator();
  llvm::SmallDenseSet<Value> used;
  for (unsigned i : needed)
    used.insert(yield->getOperand(i));
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::reverse(body.without_terminator())) {
    if (llvm::none_of(op.getResults(),
                      [&](Value result) { return used.contains(result); }))
      continue;
    used.insert_range(op.getOperands());
    ops.push_back(&op);
  }
  IRMapping mapping;
  mapping.map(body.getArgument(0), score);
  for (unsigned i = 0; i <= numRowDims; ++i)
    if (used.contains(body.getArgument(1 + i)))
      mapping.map(body.getArgument(1 + i),
                  linalg::IndexOp::create(b, static_cast<int64_t>(i)));
  for (auto [i, element] : llvm::enumerate(elements))
    mapping.map(body.getArgument(numRowDims + 2 + i), element);
  for (Operation *op : llvm::reverse(ops))
    b.clone(*op, mapping);
  return llvm::map_to_vector(
      needed, [&](unsigned i) { return mapping.lookup(yield->getOperand(i)); });
}

Values AttentionDecomposer::makePairs(Values inputs,
                                      SmallVector<AffineMap> inputMaps,
                                      ArrayRef<Type> elements,
                                      ElementFn element) {
  for (auto [i, value] : llvm::enumerate(captured)) {
    inputs.push_back(value);
    inputMaps.push_back(overPairs(maps[firstCaptured + i]));
  }
  Values outputs;
  for (Type type : elements) {
    outputs.push_back(builder.empty(getPairShape(), type));
    inputMaps.push_back(getPairMap());
  }
  return builder.generic(inputs, outputs, inputMaps, element);
}

Value AttentionDecomposer::reduce(
    Value pairs, float start,
    function_ref<Value(ElementBuilder &, Value, Value)> combine) {
  Value init = builder.filled(getPairShape().drop_back(), start);
  return builder
      .generic(pairs, init, {getPairMap(), getRowMap()},
               [&](ElementBuilder &e, ValueRange arguments) {
                 return Values{combine(e, arguments[1], arguments[0])};
               })
      .front();
}

Value AttentionDecomposer::permuteRows(Value rows, AffineMap map) {
  AffineMap identity = builder.getMultiDimIdentityMap(numRowDims);
  AffineMap order =
      AffineMap::get(numRowDims, 0, map.getResults(), map.getContext());
  if (order == identity)
    return rows;
  auto type = cast<RankedTensorType>(rows.getType());
  SmallVector<int64_t> shape = applyPermutationMap(order, type.getShape());
  return builder
      .generic(rows, builder.empty(shape, type.getElementType()),
               {identity, order},
               [](ElementBuilder &, ValueRange arguments) {
                 return Values{arguments[0]};
               })
      .front();
}

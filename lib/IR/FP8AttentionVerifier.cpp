//===- FP8AttentionVerifier.cpp - verifiers of attention ------------------===//
//
// A comment `<op>_cN` marks the check of constraint (CN) in the description of
// that op.
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Verifier: operands
//===----------------------------------------------------------------------===//

namespace {
/// Which dimensions of the iteration space an operand has.
struct OperandDims {
  std::string name;
  /// True if the operand has this dimension, false if it must not have it.
  bool j, d, e;
  /// True if the operand has all row dimensions, like a result per row.
  bool isPerRow = false;
};
} // namespace

/// Returns `dims` for operand number `i` of the kind `base`.
static OperandDims numbered(StringRef base, unsigned i, OperandDims dims) {
  dims.name = (base + " tensor #" + Twine(i)).str();
  return dims;
}

/// Checks the number of indexing maps, their form, and the shapes.
static LogicalResult verifyMapsOf(Operation *op, ArrayRef<AffineMap> maps,
                                  ArrayRef<OperandDims> operands) {
  if (maps.size() != operands.size()) // attention_c1, attention_backward_c1
    return op->emitOpError("expected one indexing map per operand, ")
           << operands.size() << ", but got " << maps.size();
  unsigned numDims = maps.front().getNumDims();
  if (numDims < 3) // attention_c1, attention_backward_c1
    return op->emitOpError("expected at least three dimensions of the "
                           "indexing maps, but got ")
           << numDims;
  SmallVector<int64_t> extents(numDims, ShapedType::kDynamic);
  llvm::SmallBitVector occurs(numDims);
  for (auto [map, operand, type] :
       llvm::zip_equal(maps, operands, op->getOperandTypes())) {
    auto shaped = cast<ShapedType>(type);
    if (map.getNumDims() != numDims || map.getNumSymbols() != 0 ||
        !map.isProjectedPermutation() ||
        map.getNumResults() !=
            shaped.getRank()) // attention_c1, attention_backward_c1
      return op->emitOpError("expected the map of the ")
             << operand.name << " to be a projected permutation of " << numDims
             << " dimensions to the rank of " << type << ", but got "
             << AffineMapAttr::get(map);
    for (auto [expr, extent] :
         llvm::zip_equal(map.getResults(), shaped.getShape())) {
      unsigned d = cast<AffineDimExpr>(expr).getPosition();
      occurs.set(d);
      if (ShapedType::isDynamic(extent))
        continue;
      if (!ShapedType::isDynamic(extents[d]) &&
          extents[d] != extent) // attention_c2, attention_backward_c2
        return op->emitOpError("expected one extent of d")
               << d << ", but it is " << extent << " in the " << operand.name
               << " and " << extents[d] << " in an earlier operand";
      extents[d] = extent;
    }
  }
  if (!occurs.all()) // attention_c2, attention_backward_c2
    return op->emitOpError("expected every dimension in a map, but d")
           << occurs.find_first_unset() << " is in none";
  return success();
}

/// Checks that each operand has the dimensions that it must have. `maps` must
/// fit the operands.
static LogicalResult verifyDims(Operation *op, ArrayRef<AffineMap> maps,
                                ArrayRef<OperandDims> operands) {
  unsigned j = maps.front().getNumDims() - 3, d = j + 1, e = j + 2;
  for (auto [map, operand] : llvm::zip_equal(maps, operands)) {
    // A captured tensor may or may not have `j`.
    bool mayHaveKey = operand.j && !operand.d && !operand.e;
    bool fits = (mayHaveKey || map.isFunctionOfDim(j) == operand.j) &&
                map.isFunctionOfDim(d) == operand.d &&
                map.isFunctionOfDim(e) == operand.e;
    if (!fits) { // attention_c3, attention_c6, attention_backward_c3,
                 // attention_backward_c6, attention_backward_c7
      InFlightDiagnostic diag = op->emitOpError("expected the map of the ")
                                << operand.name;
      if (mayHaveKey)
        return diag << " to have neither d" << d << " nor d" << e
                    << ", but got " << AffineMapAttr::get(map);
      diag << " to have, of the last three dimensions,";
      if (!operand.j && !operand.d && !operand.e)
        diag << " none";
      for (auto [has, dim] : {std::pair(operand.j, j), std::pair(operand.d, d),
                              std::pair(operand.e, e)})
        if (has)
          diag << " d" << dim;
      return diag << ", but got " << AffineMapAttr::get(map);
    }
    for (unsigned row = 0; operand.isPerRow && row < j; ++row)
      if (!map.isFunctionOfDim(row)) // attention_c6, attention_backward_c6
        return op->emitOpError("expected the map of the ")
               << operand.name << " to have every row dimension, but d" << row
               << " is missing in " << AffineMapAttr::get(map);
  }
  for (unsigned row = 0; row < j; ++row)
    if (!maps[0].isFunctionOfDim(row) &&
        !maps[1].isFunctionOfDim(row)) // attention_c4, attention_backward_c4
      return op->emitOpError("expected every row dimension in q or k, but d")
             << row << " is in neither";
  return success();
}

/// Checks that `values`, called `names` in diagnostics, all have the same
/// element type.
static LogicalResult verifyOneElement(Operation *op, ValueRange values,
                                      StringRef names) {
  Type first = getElementTypeOrSelf(values.front());
  for (Value value : values)
    if (getElementTypeOrSelf(value) != first)
      return op->emitOpError("expected ")
             << names << " to have one element type, but got " << first
             << " and " << getElementTypeOrSelf(value);
  return success();
}

LogicalResult AttentionOp::verify() {
  SmallVector<OperandDims> operands = {{"q", false, true, false},
                                       {"k", true, true, false},
                                       {"v", true, false, true}};
  for (unsigned i = 0, e = getCaptured().size(); i < e; ++i)
    operands.push_back(numbered("captured", i, {"", true, false, false}));
  operands.push_back({"destination of o", false, false, true, true});
  operands.push_back({"destination of the maxima", false, false, false, true});
  operands.push_back({"destination of the sums", false, false, false, true});
  if (failed(verifySameKind(*this)) ||                // attention_c7
      failed(verifyNumInits(*this, getInits(), 3)) || // attention_c6
      failed(verifyMapsOf(*this, getIndexingMapsArray(), operands)) ||
      failed(verifyDims(*this, getIndexingMapsArray(), operands)) ||
      failed(verifyOneElement(*this, {getQ(), getK(), getV()},
                              "q, k and v"))) // attention_c5
    return failure();
  for (Value init : getInits().drop_front())
    if (!getElementTypeOrSelf(init).isF32()) // attention_c6
      return emitOpError("expected maxima and sums of f32, but got ")
             << init.getType();
  return success();
}

LogicalResult AttentionBackwardOp::verify() {
  SmallVector<OperandDims> operands = {
      {"q", false, true, false},
      {"k", true, true, false},
      {"v", true, false, true},
      {"o", false, false, true, true},
      {"maxima", false, false, false, true},
      {"sums", false, false, false, true},
      {"gradient of o", false, false, true, true}};
  for (unsigned i = 0, e = getCaptured().size(); i < e; ++i)
    operands.push_back(numbered("captured", i, {"", true, false, false}));
  operands.push_back({"destination of dq", false, true, false});
  operands.push_back({"destination of dk", true, true, false});
  operands.push_back({"destination of dv", true, false, true});
  if (failed(verifySameKind(*this)) ||                // attention_backward_c8
      failed(verifyNumInits(*this, getInits(), 3)) || // attention_backward_c7
      failed(verifyMapsOf(*this, getIndexingMapsArray(), operands)) ||
      failed(verifyDims(*this, getIndexingMapsArray(), operands)) ||
      failed(verifyOneElement(*this, {getQ(), getK(), getV(), getGrad()},
                              "q, k, v and grad"))) // attention_backward_c5
    return failure();
  SmallVector<AffineMap> maps = getIndexingMapsArray();
  AffineMap dq = maps[maps.size() - 3], dk = maps[maps.size() - 2];
  for (unsigned row = 0; row < getNumRowDims(); ++row)
    if ((!maps[1].isFunctionOfDim(row) && !dq.isFunctionOfDim(row)) ||
        (!maps[0].isFunctionOfDim(row) &&
         !dk.isFunctionOfDim(row))) // attention_backward_c7
      return emitOpError("expected every row dimension in k or dq, and in q or "
                         "dk, but d")
             << row << " is not";
  return success();
}

//===----------------------------------------------------------------------===//
// Verifier: the region
//===----------------------------------------------------------------------===//

/// Returns true if `value` depends on the argument `score`.
static bool readsScore(Value value, BlockArgument score) {
  SmallVector<Value> worklist = {value};
  llvm::SmallDenseSet<Value> seen = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (next == score)
      return true;
    Operation *op = next.getDefiningOp();
    for (Value operand : op ? ValueRange(op->getOperands()) : ValueRange())
      if (seen.insert(operand).second)
        worklist.push_back(operand);
  }
  return false;
}

/// Checks the region. It must yield `numValues` values, or one more if it has a
/// factor.
static LogicalResult verifyScores(Operation *op, Block &body,
                                  unsigned numRowDims, ValueRange captured,
                                  unsigned numValues) {
  SmallVector<Type> types = {Float32Type::get(op->getContext())};
  types.append(numRowDims + 1, IndexType::get(op->getContext()));
  for (Value value : captured)
    types.push_back(getElementTypeOrSelf(value));
  if (body.getArgumentTypes() !=
      ArrayRef<Type>(types)) // attention_c8, attention_backward_c9
    return op->emitOpError("expected block arguments (")
           << ArrayRef<Type>(types) << "), but got (" << body.getArgumentTypes()
           << ")";
  for (Operation &inner : body) { // attention_c10, attention_backward_c11
    if (isa<YieldOp, ConvertOp>(inner) ||
        isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            inner.getDialect()))
      continue;
    InFlightDiagnostic diag =
        op->emitOpError("expected a body of ops of arith and math, and "
                        "fp8.convert, but found '")
        << inner.getName() << "'";
    diag.attachNote(inner.getLoc()) << "the op is here";
    return diag;
  }
  auto yield = cast<YieldOp>(body.getTerminator());
  size_t number = yield.getValues().size();
  if (number != numValues &&
      number != numValues + 1) // attention_c9, attention_backward_c10
    return yield.emitOpError("expected ")
           << numValues << " or " << numValues + 1 << " values, but got "
           << number;
  if (number == numValues + 1 &&
      readsScore(yield.getValues().back(),
                 body.getArgument(0))) // attention_c9, attention_backward_c10
    return yield.emitOpError("expected a factor of the probability that does "
                             "not depend on the score");
  return success();
}

LogicalResult AttentionOp::verifyRegions() {
  return verifyScores(*this, getBody().front(), getNumRowDims(), getCaptured(),
                      /*numValues=*/1);
}

LogicalResult AttentionBackwardOp::verifyRegions() {
  return verifyScores(*this, getBody().front(), getNumRowDims(), getCaptured(),
                      /*numValues=*/2);
}

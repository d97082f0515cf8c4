//===- DecomposeAttention.cpp - fp8.attention and its gradients -----------===//
//
// The products become fp8.contract ops, so that each target computes them in
// the same way as other contractions. Everything else becomes linalg ops on
// tensors with one element per pair of a query and a key.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/DecomposeAttention.h"
#include "AttentionParts.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

#include <limits>

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

/// Emits `value` rounded to `type`, which is f32 or bf16.
static Value roundTo(ElementBuilder &e, Value value, Type type) {
  return type.isF32() ? value : arith::TruncFOp::create(e, type, value);
}

static Value emitExp(ElementBuilder &e, Value value) {
  return math::ExpOp::create(e, value);
}

//===----------------------------------------------------------------------===//
// AttentionOp
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
AttentionOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  AttentionDecomposer parts(*this, opBuilder);
  Type f32 = opBuilder.getF32Type();
  Type element = getElementTypeOrSelf(getV());
  AffineMap pairMap = parts.getPairMap(), rowMap = parts.getRowMap();

  Value scores = parts.makeScores(getQ(), getK());
  if (getYield().getValues().front() != getBody().front().getArgument(0))
    scores = parts
                 .makePairs({scores}, {pairMap}, f32,
                            [&](ElementBuilder &e, ValueRange arguments) {
                              return parts.emitRegion(
                                  e, arguments[0],
                                  arguments.drop_front().drop_back(), 0);
                            })
                 .front();
  // The maximum starts from the lowest finite number instead of negative
  // infinity. The exponentials of a row of negative infinities are then 0, not
  // NaN.
  Value max = parts.reduce(
      scores, std::numeric_limits<float>::lowest(),
      [](ElementBuilder &e, Value x, Value y) { return e.max(x, y); });
  Value powers =
      parts.builder
          .generic(
              {scores, max}, parts.builder.empty(parts.getPairShape(), f32),
              {pairMap, rowMap, pairMap},
              [](ElementBuilder &e, ValueRange arguments) {
                return Values{emitExp(e, e.sub(arguments[0], arguments[1]))};
              })
          .front();
  Value sum =
      parts.reduce(powers, 0.0f, [](ElementBuilder &e, Value x, Value y) {
        return e.add(x, y);
      });
  // Only rows of negative infinities have a sum below 1, because the
  // exponential of the maximum is 1. The clamp makes the probabilities of such
  // rows 0.
  sum = parts.builder
            .elementwise(
                sum, parts.builder.empty(parts.getPairShape().drop_back(), f32),
                [](ElementBuilder &e, ValueRange arguments) {
                  return Values{e.max(arguments[0], 1.0f)};
                })
            .front();
  bool hasFactor = getYield().getValues().size() == 2;
  Value probabilities =
      parts
          .makePairs(
              {powers, sum}, {pairMap, rowMap}, element,
              [&](ElementBuilder &e, ValueRange arguments) {
                Value p = e.div(arguments[0], arguments[1]);
                if (hasFactor)
                  p = e.mul(p,
                            parts
                                .emitRegion(e, /*score=*/Value(),
                                            arguments.drop_front(2).drop_back(),
                                            parts.getFactor())
                                .front());
                return Values{roundTo(e, p, element)};
              })
          .front();
  AffineMap outputMap = parts.maps[parts.maps.size() - 3];
  Value o = parts.contract(probabilities, parts.getWholePairMap(), getV(),
                           parts.maps[2], outputMap,
                           getElementTypeOrSelf(getInits()[0]),
                           /*unused=*/parts.numRowDims + 1);
  return Values{o, parts.permuteRows(max, parts.maps[parts.maps.size() - 2]),
                parts.permuteRows(sum, parts.maps.back())};
}

//===----------------------------------------------------------------------===//
// AttentionBackwardOp
//===----------------------------------------------------------------------===//

/// Emits, for each row, the sum over `e` of `o` times its gradient.
static Value makeRowProducts(AttentionDecomposer &parts,
                             AttentionBackwardOp op) {
  unsigned numRowDims = parts.numRowDims;
  // The maps of these tensors use only the row dimensions and `e`.
  auto overRows = [&](AffineMap map) {
    return dropUnused(dropUnused(map, numRowDims), numRowDims);
  };
  Value init =
      parts.builder.filled(parts.getPairShape().drop_back(), /*value=*/0.0f);
  return parts.builder
      .generic({op.getGrad(), op.getO()}, init,
               {overRows(op.getMap(op.getGradMutable())),
                overRows(op.getMap(op.getOMutable())), parts.getRowMap()},
               [](ElementBuilder &e, ValueRange arguments) {
                 Value product =
                     e.mul(e.decode(arguments[0]), e.decode(arguments[1]));
                 return Values{e.add(arguments[2], product)};
               })
      .front();
}

FailureOr<SmallVector<Value>>
AttentionBackwardOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  AttentionDecomposer parts(*this, opBuilder);
  Type element = getElementTypeOrSelf(getQ());
  AffineMap pairMap = parts.getPairMap(), pairs = parts.getWholePairMap();
  AffineMap gradMap = getMap(getGradMutable());
  unsigned d = parts.numRowDims + 1, e = parts.numRowDims + 2;

  Value scores = parts.makeScores(getQ(), getK());
  Value changes = parts.contract(getGrad(), gradMap, getV(), parts.maps[2],
                                 pairs, opBuilder.getF32Type(), /*unused=*/d);
  bool hasFactor = getYield().getValues().size() == 3;
  SmallVector<unsigned> needed = {0, 1};
  if (hasFactor)
    needed.push_back(parts.getFactor());
  Values made = parts.makePairs(
      {scores, getRowMax(), getRowSum(), changes,
       makeRowProducts(parts, *this)},
      {pairMap, parts.overPairs(getMap(getRowMaxMutable())),
       parts.overPairs(getMap(getRowSumMutable())), pairMap, parts.getRowMap()},
      {element, element}, [&](ElementBuilder &b, ValueRange arguments) {
        Values region = parts.emitRegion(
            b, arguments[0], arguments.drop_front(5).drop_back(2), needed);
        Value p =
            b.div(emitExp(b, b.sub(region[0], arguments[1])), arguments[2]);
        Value kept = hasFactor ? b.mul(p, region[2]) : p;
        Value change =
            hasFactor ? b.mul(arguments[3], region[2]) : arguments[3];
        Value ds = b.mul(b.mul(p, b.sub(change, arguments[4])), region[1]);
        return Values{roundTo(b, kept, element), roundTo(b, ds, element)};
      });
  auto makeGradient = [&](unsigned i, Value lhs, Value rhs, AffineMap rhsMap,
                          unsigned unused) {
    return parts.contract(lhs, pairs, rhs, rhsMap,
                          parts.maps[parts.maps.size() - 3 + i],
                          getElementTypeOrSelf(getInits()[i]), unused);
  };
  return Values{makeGradient(0, made[1], getK(), parts.maps[1], e),
                makeGradient(1, made[1], getQ(), parts.maps[0], e),
                makeGradient(2, made[0], getGrad(), gradMap, d)};
}

//===----------------------------------------------------------------------===//
// All of a module
//===----------------------------------------------------------------------===//

bool fp8::isAttention(Operation *op) {
  return isa<AttentionOp, AttentionBackwardOp>(op);
}

LogicalResult fp8::decomposeAttention(Operation *root) {
  IRRewriter rewriter(root->getContext());
  bool isSupported = true;
  root->walk([&](linalg::AggregatedOpInterface op) {
    if (!isAttention(op))
      return;
    rewriter.setInsertionPoint(op);
    FailureOr<Values> values = op.decomposeOperation(rewriter);
    if (succeeded(values))
      rewriter.replaceOp(op, *values);
    else
      isSupported = false;
  });
  return success(isSupported);
}

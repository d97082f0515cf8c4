//===- TruncateToCodes.cpp - arith.truncf to 8 bits -----------------------===//
//
// `arith.truncf` rounds like `fp8.convert` but does not saturate. A value that
// rounds beyond the largest finite value becomes NaN in e4m3 and an infinity in
// e5m2, with its sign. In both formats, this code is the largest finite code,
// to which `fp8.convert` saturates, plus 1.
//
//===----------------------------------------------------------------------===//

#include "TruncateToCodes.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using numerics::FormatSpec;

/// Returns true for the truncations that casts of frontends produce.
static bool isTruncation(arith::TruncFOp op) {
  auto shaped = dyn_cast<ShapedType>(op.getType());
  Type from = getElementTypeOrSelf(op.getIn());
  Type to = getElementTypeOrSelf(op.getType());
  return isa<Float8E4M3FNType, Float8E5M2Type>(to) &&
         isa<Float32Type, BFloat16Type, Float16Type>(from) &&
         op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) ==
             arith::RoundingMode::to_nearest_even &&
         !(shaped && !shaped.hasStaticShape());
}

/// Returns the midpoint between the largest finite value and the next value, if
/// the exponent range were unlimited.
static double getLastTie(const FormatSpec &spec) {
  double last = numerics::maxFinite(spec);
  return last + std::ldexp(1.0, std::ilogb(last) - spec.mantissaBits - 1);
}

static void expand(RewriterBase &rewriter, arith::TruncFOp op) {
  rewriter.setInsertionPoint(op);
  ArithmeticBuilder b(op.getLoc(), rewriter);
  const FormatSpec &spec =
      *getFormatSpec(*getFormat(getElementTypeOrSelf(op.getType())));
  // f32 represents the midpoint, but bf16 does not. The extension to f32 is
  // exact.
  Value x = op.getIn();
  if (!getElementTypeOrSelf(x.getType()).isF32())
    x = b.extendFloat(x);
  Value saturated =
      ConvertOp::create(b, op.getType(), x, /*random=*/Value(), FormatAttr());
  Value tie = b.constant(x.getType(), getLastTie(spec));
  // The midpoint rounds to the value with the even code.
  bool isLastEven = spec.maxCode % 2 == 0;
  Value magnitude = b.abs(x);
  Value isBeyond =
      isLastEven ? b.above(magnitude, tie) : b.atLeast(magnitude, tie);
  Value byte = b.bitcast(b.getI8Type(), saturated);
  Value code = b.add(byte, b.extendZero(isBeyond, 8));
  rewriter.replaceOp(op, b.bitcast(op.getType(), code));
}

bool mlir::fp8::expandTruncations(RewriterBase &rewriter, Operation *root) {
  auto truncations = collectOps<arith::TruncFOp>(root, isTruncation);
  for (arith::TruncFOp op : truncations)
    expand(rewriter, op);
  return !truncations.empty();
}

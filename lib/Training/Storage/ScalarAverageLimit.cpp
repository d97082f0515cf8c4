//===- ScalarAverageLimit.cpp - limit of a quotient of averages -----------===//

#include "ScalarAverageLimit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using namespace mlir::fp8;

/// Factors that enlarge the ratio and the limit to cover rounding errors.
static constexpr float kRatioSlack = 1.0f + 0x1p-21f;
static constexpr float kLimitSlack = 1.0f + 0x1p-19f;
/// If the ratio is closer to 1 than this, `1 - r^t` loses its precision to
/// cancellation.
static constexpr float kMinDistance = 0x1p-7f;

namespace {
class LimitBuilder {
public:
  LimitBuilder(ImplicitLocOpBuilder &b, SmallVectorImpl<Operation *> &created)
      : b(b), created(created) {}

  Value limitSum(Value ratio, Value step);
  Value run(AverageValues first, AverageValues second, Value step);

private:
  template <typename OpTy, typename... Args>
  Value make(Args &&...args) {
    auto op = OpTy::create(b, std::forward<Args>(args)...);
    created.push_back(op);
    return op->getResult(0);
  }
  Value constant(float number) {
    auto type = RankedTensorType::get({}, b.getF32Type());
    return make<arith::ConstantOp>(DenseElementsAttr::get(type, number));
  }
  Value isLess(Value x, Value y) {
    return make<arith::CmpFOp>(arith::CmpFPredicate::OLT, x, y);
  }

  ImplicitLocOpBuilder &b;
  SmallVectorImpl<Operation *> &created;
};
} // namespace

/// Emits `1 + r + ... + r^(t-1)`, or an upper bound of it if r is close to 1.
Value LimitBuilder::limitSum(Value ratio, Value step) {
  Value one = constant(1.0f);
  Value rest = make<arith::SubFOp>(one, ratio);
  Value inverse = make<arith::DivFOp>(one, rest);
  if (!step)
    return inverse;
  // No term exceeds `max(1, r^t)`. If r is below 1, the infinite sum is `1 / (1
  // - r)`.
  Value power = make<math::PowFOp>(ratio, step);
  Value terms = make<arith::MulFOp>(step, make<arith::MaximumFOp>(one, power));
  Value infinity = constant(std::numeric_limits<float>::infinity());
  Value all = make<arith::SelectOp>(isLess(ratio, one), inverse, infinity);
  Value near = make<arith::MinimumFOp>(terms, all);
  Value far = make<arith::DivFOp>(make<arith::SubFOp>(one, power), rest);
  Value isNear = isLess(make<math::AbsFOp>(rest), constant(kMinDistance));
  return make<arith::SelectOp>(isNear, near, far);
}

Value LimitBuilder::run(AverageValues first, AverageValues second, Value step) {
  Value square = make<arith::MulFOp>(first.decay, first.decay);
  Value ratio = make<arith::DivFOp>(square, second.decay);
  Value sum = limitSum(make<arith::MulFOp>(ratio, constant(kRatioSlack)), step);
  Value gain = make<arith::DivFOp>(make<math::AbsFOp>(first.gain),
                                   make<math::SqrtOp>(second.gain));
  Value limit = make<arith::MulFOp>(gain, make<math::SqrtOp>(sum));
  return make<arith::MulFOp>(limit, constant(kLimitSlack));
}

Value mlir::fp8::limitScalarAverages(ImplicitLocOpBuilder &b,
                                     AverageValues first, AverageValues second,
                                     Value step,
                                     SmallVectorImpl<Operation *> &created) {
  return LimitBuilder(b, created).run(first, second, step);
}

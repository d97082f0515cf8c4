//===- ElementPlaces.cpp - indices that identify an element ---------------===//

#include "ElementPlaces.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A linear combination of loop indices, plus a constant.
struct IndexSum {
  SmallVector<int64_t> coefficients;
  int64_t constant = 0;

  bool isConstant() const {
    return llvm::all_of(coefficients,
                        [](int64_t factor) { return factor == 0; });
  }
};
} // namespace

static std::optional<IndexSum> getIndexSum(Value value, unsigned numLoops) {
  IndexSum sum{SmallVector<int64_t>(numLoops)};
  APInt constant;
  if (auto index = value.getDefiningOp<linalg::IndexOp>()) {
    sum.coefficients[index.getDim()] = 1;
    return sum;
  }
  if (matchPattern(value, m_ConstantInt(&constant))) {
    sum.constant = constant.getSExtValue();
    return sum;
  }
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op))
    return std::nullopt;
  auto lhs = getIndexSum(op->getOperand(0), numLoops);
  auto rhs = getIndexSum(op->getOperand(1), numLoops);
  if (!lhs || !rhs)
    return std::nullopt;
  bool isProduct = isa<arith::MulIOp>(op);
  if (isProduct && !rhs->isConstant())
    std::swap(lhs, rhs);
  if (isProduct && !rhs->isConstant())
    return std::nullopt;
  int64_t factor = isProduct ? rhs->constant : 1;
  for (unsigned i = 0; i < numLoops; ++i)
    sum.coefficients[i] = lhs->coefficients[i] * factor + rhs->coefficients[i];
  sum.constant = lhs->constant * factor + (isProduct ? 0 : rhs->constant);
  return sum;
}

/// Returns true if `value` is the linear index of the element, up to a
/// constant, or if all ops that use `value` lead to such an index. Adds the
/// indices to `places`.
static bool followIndex(Value value, ArrayRef<int64_t> ranges,
                        SmallVectorImpl<ElementPlace> &places) {
  std::optional<IndexSum> sum = getIndexSum(value, ranges.size());
  if (!sum)
    return false;
  bool isPlace = true;
  int64_t stride = 1;
  for (unsigned i = ranges.size(); i-- > 0; stride *= ranges[i])
    isPlace &= ranges[i] == 1 || sum->coefficients[i] == stride;
  if (isPlace) {
    places.push_back({value, sum->constant});
    return true;
  }
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return user->getNumResults() == 1 &&
           followIndex(user->getResult(0), ranges, places);
  });
}

bool fp8::findElementPlaces(linalg::GenericOp generic,
                            SmallVectorImpl<ElementPlace> &places) {
  SmallVector<int64_t> ranges = generic.getStaticLoopRanges();
  return llvm::all_of(generic.getBody()->getOps<linalg::IndexOp>(),
                      [&](linalg::IndexOp index) {
                        return followIndex(index.getResult(), ranges, places);
                      });
}

void fp8::useFlatIndex(OpBuilder &builder, Block &body,
                       ArrayRef<int64_t> extents, int64_t columnUnit,
                       ArrayRef<ElementPlace> places) {
  if (places.empty())
    return;
  for (auto [value, offset] : places) {
    ArithmeticBuilder b(value.getLoc(), builder);
    b.setInsertionPointAfterValue(value);
    Value place = linalg::IndexOp::create(b, 0);
    // Row lengths differ between the kernels of a bucket, so the number of
    // column units becomes an operand, which is an i64.
    if (extents.size() == 2) {
      Value rowUnits = b.constant(b.getI64Type(), extents[1] / columnUnit);
      Value length = arith::IndexCastOp::create(b, b.getIndexType(), rowUnits);
      length = b.mul(length, columnUnit);
      place = b.add(b.mul(place, length), linalg::IndexOp::create(b, 1));
    }
    if (offset != 0)
      place = b.add(place, offset);
    Value(value).replaceAllUsesWith(place);
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

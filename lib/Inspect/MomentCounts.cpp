//===- MomentCounts.cpp - Second moments that are stored as zero ----------===//

#include "CheckNumerics/NumericsRule.h"
#include "Observation.h"

#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// The stored new value of a state.
struct Moment {
  unsigned state;
  Value codes;
};
} // namespace

/// Returns the moments of 8 bits, either the unsigned or the signed ones.
/// Presets store second moments unsigned and first moments signed.
static SmallVector<Moment> findMoments(UpdateOp op, bool areUnsigned) {
  SmallVector<Value> mains = op.getMainPlanes();
  SmallVector<Moment> moments;
  for (auto [plane, result] :
       llvm::zip_first(op.getWrittenPlanes(), op.getResults())) {
    if (plane.role != UpdatePlane::Role::Main || !isEightBit(plane.format) ||
        isUnsigned(plane.format) != areUnsigned)
      continue;
    if (op.getStorageOf(plane.state).getResidual() == ResidualKind::None &&
        getStateKind(mains[plane.state]) != StateKind::Param)
      moments.push_back({plane.state, result});
  }
  return moments;
}

/// Counts the elements whose second moment is zero and whose first moment is
/// not.
static Value buildCount(UpdateOp op, const Moment &first,
                        const Moment &second) {
  ImplicitLocOpBuilder builder(op.getLoc(), op->getContext());
  builder.setInsertionPointAfter(op);
  auto type = RankedTensorType::get({}, builder.getI64Type());
  Value zero = arith::ConstantOp::create(
      builder, DenseElementsAttr::get(type, int64_t{0}));
  unsigned rank = op.getFirstType().getRank();
  AffineMap maps[] = {op.getMap(first.state), op.getMap(second.state),
                      AffineMap::get(rank, 0, builder.getContext())};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  auto body = [](OpBuilder &nested, Location loc, ValueRange args) {
    ArithmeticBuilder b(loc, nested);
    Value value = ConvertOp::create(b, b.getF32Type(), args[0]);
    Value isMoving = b.compare(arith::CmpFPredicate::ONE, value, 0.0f);
    Value counts = b.extendZero(b.andBits(isMoving, b.equal(args[1], 0)), 64);
    Value sum = b.add(args[2], counts);
    linalg::YieldOp::create(b, sum);
  };
  return linalg::GenericOp::create(builder, type,
                                   ValueRange{first.codes, second.codes}, zero,
                                   maps, iterators, body)
      .getResult(0);
}

/// Returns the name of the argument `plane`, or a default.
static std::string findName(Value plane) {
  std::string name;
  if (auto argument = dyn_cast<BlockArgument>(plane))
    name =
        getArgumentName(cast<func::FuncOp>(argument.getOwner()->getParentOp()),
                        argument.getArgNumber());
  return name.empty() ? "update" : name;
}

void fp8::addMomentCounts(UpdateOp op, ObservedNames &names,
                          SmallVectorImpl<Observation> &observations) {
  if (op->getNumResults() == 0)
    return;
  SmallVector<Moment> firsts = findMoments(op, /*areUnsigned=*/false);
  if (firsts.empty())
    return;
  constexpr StringLiteral kKind = "zero_second_moments";
  for (const Moment &second : findMoments(op, /*areUnsigned=*/true)) {
    std::string name =
        names.take(findName(op.getMainPlanes()[second.state]), {kKind});
    observations.push_back(
        {name + "." + kKind.str(), buildCount(op, firsts.front(), second)});
  }
}

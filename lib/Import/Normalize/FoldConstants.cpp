//===- FoldConstants.cpp - --fp8-fold-constants ---------------------------===//

#include "fp8/Analysis/Constants.h"
#include "fp8/Import/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "fp8/Import/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Known values inside the body of a generic.
using Numbers = llvm::SmallDenseMap<Value, Attribute>;
} // namespace

/// Returns true if folding `op` yields the same number that every target
/// computes. Excludes ops that targets approximate.
static bool isExact(Operation *op) {
  return isa<math::AbsFOp, math::AbsIOp, math::SqrtOp, math::FloorOp,
             math::CeilOp>(op) ||
         (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
          op->getNumResults() == 1);
}

/// Returns the number that `numbers` contains for `value`, or else its value as
/// a constant. Returns null if `value` is neither in `numbers` nor constant.
static Attribute find(Value value, const Numbers &numbers) {
  Attribute number = numbers.lookup(value);
  return number ? number : matchNumber(value);
}

/// Returns the number that `op`, in a body, computes, or null if it is unknown.
/// A NaN counts as unknown, because its payload depends on the target.
static Attribute compute(Operation &op, const Numbers &numbers) {
  if (!isExact(&op))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op.getOperands())
    operands.push_back(find(operand, numbers));
  SmallVector<OpFoldResult> results;
  if (failed(op.fold(operands, results)) || results.size() != 1)
    return {};
  auto number = dyn_cast<Attribute>(results.front());
  if (!number)
    number = find(cast<Value>(results.front()), numbers);
  auto real = dyn_cast_or_null<FloatAttr>(number);
  return real && real.getValue().isNaN() ? Attribute() : number;
}

/// Returns for each result of `op` the number that all of its elements are
/// equal to. Returns an empty list if one of them is unknown.
static SmallVector<Attribute> computeResults(linalg::GenericOp op) {
  if (op.getNumLoops() != op.getNumParallelLoops())
    return {};
  Numbers numbers;
  for (OpOperand &operand : op->getOpOperands())
    if (Attribute number = matchNumber(operand.get()))
      numbers[op.getMatchingBlockArgument(&operand)] = number;
  for (Operation &inner : op.getBody()->without_terminator())
    if (Attribute number = compute(inner, numbers))
      numbers[inner.getResult(0)] = number;
  SmallVector<Attribute> results;
  for (Value yielded : op.getBody()->getTerminator()->getOperands()) {
    Attribute number = find(yielded, numbers);
    if (!number)
      return {};
    results.push_back(number);
  }
  return results;
}

namespace {
struct FoldConstants : fp8::impl::FoldConstantsPassBase<FoldConstants> {
  void runOnOperation() override {
    // Visit ops in program order, so that later ops see folded results.
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
        foldGeneric(generic);
        return WalkResult::skip();
      }
      foldTensor(op);
      return WalkResult::advance();
    });
  }

private:
  void foldGeneric(linalg::GenericOp op);
  void foldTensor(Operation *op);
};
} // namespace

void FoldConstants::foldGeneric(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() ||
      !llvm::all_of(op.getResultTypes(), [](Type type) {
        return cast<ShapedType>(type).hasStaticShape();
      }))
    return;
  SmallVector<Attribute> numbers = computeResults(op);
  if (numbers.empty())
    return;
  OpBuilder builder(op);
  for (auto [result, number] : llvm::zip_equal(op.getResults(), numbers)) {
    auto elements = DenseElementsAttr::get(cast<ShapedType>(result.getType()),
                                           ArrayRef(number));
    result.replaceAllUsesWith(
        arith::ConstantOp::create(builder, op.getLoc(), elements));
  }
  op.erase();
}

/// Folds an elementwise op on tensors that is not in a generic.
void FoldConstants::foldTensor(Operation *op) {
  if (!isExact(op) || isa<arith::ConstantOp>(op) ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return;
  SmallVector<Attribute> operands(op->getNumOperands());
  for (auto [attribute, operand] : llvm::zip_equal(operands, op->getOperands()))
    if (!matchPattern(operand, m_Constant(&attribute)))
      return;
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return;
  Value value = dyn_cast<Value>(results.front());
  if (!value) {
    auto elements = dyn_cast<ElementsAttr>(cast<Attribute>(results.front()));
    if (!elements)
      return;
    OpBuilder builder(op);
    value = arith::ConstantOp::create(builder, op->getLoc(), elements);
  }
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
}

//===- CarryInPlace.cpp - --fp8-upstream-carry-in-place -------------------===//
//
// One-shot bufferization requires a loop to yield each carried tensor in the
// buffer that it received. A value computed in another buffer is copied into
// the carried tensor at the end of the body. A value computed by writing into
// the carried tensor is left unchanged.
//
//===----------------------------------------------------------------------===//

#include "fp8/Target/Upstream/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UPSTREAMCARRYINPLACEPASS
#include "fp8/Target/Upstream/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns the tensor that the op that defines `value` writes into, or null.
static Value getDestination(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return {};
  if (auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
    return op.getTiedOpOperand(result)->get();
  if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
    return loop.getTiedLoopInit(result)->get();
  return {};
}

/// Returns true if only `writer` needs the contents of `carried`. An insertion
/// reads the elements and slices that it replaces before it writes.
static bool isOnlyUsedBy(Value carried, Operation *writer) {
  bool isInsertion = isa<tensor::InsertOp, tensor::InsertSliceOp>(writer);
  return llvm::all_of(carried.getUsers(), [&](Operation *user) {
    return user == writer ||
           (isInsertion &&
            isa<tensor::ExtractOp, tensor::ExtractSliceOp>(user));
  });
}

/// Returns true if `value` is computed by a chain of writes into `carried`.
static bool isMadeInPlace(Value value, Value carried) {
  while (value != carried) {
    Value destination = getDestination(value);
    if (!destination || !isOnlyUsedBy(destination, value.getDefiningOp()))
      return false;
    if (auto op = value.getDefiningOp<linalg::LinalgOp>())
      // Elements that are read at other positions would already be overwritten.
      if (llvm::is_contained(op.getDpsInputs(), destination))
        return false;
    value = destination;
  }
  return true;
}

static Value copy(OpBuilder &builder, Location loc, Value value, Value into) {
  return linalg::CopyOp::create(builder, loc, value, into).getResult(0);
}

/// Makes `terminator` yield `values`, its operands from the first of `values`
/// on, in the tensors `carried`.
static void carryInPlace(OpBuilder &builder, Operation *terminator,
                         MutableArrayRef<OpOperand> values,
                         ValueRange carried) {
  builder.setInsertionPoint(terminator);
  Location loc = terminator->getLoc();
  SmallVector<OpOperand *> moved;
  for (auto [operand, into] : llvm::zip_equal(values, carried)) {
    auto type = dyn_cast<RankedTensorType>(into.getType());
    if (!type || isMadeInPlace(operand.get(), into))
      continue;
    moved.push_back(&operand);
    // A value that another copy may overwrite is saved first.
    if (!operand.get().getDefiningOp<linalg::LinalgOp>()) {
      Value empty = tensor::EmptyOp::create(
          builder, loc, tensor::getMixedSizes(builder, loc, operand.get()),
          type.getElementType());
      operand.set(copy(builder, loc, operand.get(), empty));
    }
  }
  for (OpOperand *operand : moved) {
    Value into = carried[operand->getOperandNumber() -
                         values.front().getOperandNumber()];
    operand->set(copy(builder, loc, operand->get(), into));
  }
}

namespace {
struct UpstreamCarryInPlace
    : fp8::impl::UpstreamCarryInPlacePassBase<UpstreamCarryInPlace> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        Operation *yield = loop.getBody()->getTerminator();
        carryInPlace(builder, yield, yield->getOpOperands(),
                     loop.getRegionIterArgs());
      } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
        scf::ConditionOp condition = loop.getConditionOp();
        // The condition may pass on values of other types than it received.
        if (llvm::equal(condition.getArgs().getTypes(),
                        ValueRange(loop.getBeforeArguments()).getTypes()))
          carryInPlace(builder, condition,
                       condition->getOpOperands().drop_front(),
                       loop.getBeforeArguments());
        scf::YieldOp yield = loop.getYieldOp();
        if (llvm::equal(yield.getOperandTypes(),
                        ValueRange(loop.getAfterArguments()).getTypes()))
          carryInPlace(builder, yield, yield->getOpOperands(),
                       loop.getAfterArguments());
      }
    });
  }
};
} // namespace

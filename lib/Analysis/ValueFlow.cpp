//===- ValueFlow.cpp - flow of tensor elements ----------------------------===//

#include "fp8/Analysis/ValueFlow.h"
#include "fp8/Analysis/Movement.h"

#include "fp8/Analysis/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// The moves that are no structured ops. The elements of structured ops are
/// followed through their bodies.
static constexpr Move kPlainMoves =
    Move::View | Move::DynamicReshape | Move::Element;

static bool isConversion(Operation *op) {
  return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
             arith::IndexCastUIOp, arith::SIToFPOp, arith::TruncFOp,
             arith::TruncIOp, arith::UIToFPOp>(op);
}

static bool isClamp(Operation *op) {
  return isa<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(
      op);
}

namespace {
class UseWalker {
public:
  explicit UseWalker(function_ref<void(OpOperand &)> visit) : visit(visit) {}

  void walk(Value value) {
    add(value);
    while (!worklist.empty())
      for (OpOperand &use : worklist.pop_back_val().getUses()) {
        visit(use);
        follow(use);
      }
  }

private:
  void add(Value value) {
    if (seen.insert(value).second)
      worklist.push_back(value);
  }
  void follow(OpOperand &use);
  void followReturn(OpOperand &use);

  function_ref<void(OpOperand &)> visit;
  SmallVector<Value> worklist;
  llvm::DenseSet<Value> seen;
};
} // namespace

/// Adds the values that contain the elements of `use` after its op.
void UseWalker::follow(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (isConversion(op) || isClamp(op))
    return add(op->getResult(0));
  if (getMovedSource(op, kPlainMoves)) {
    // The other operands are indices or destinations.
    if (number == 0)
      add(op->getResult(0));
    return;
  }
  if (isa<arith::SelectOp>(op)) {
    if (number != 0)
      add(op->getResult(0));
    return;
  }
  if (isa<tensor::ConcatOp, tensor::FromElementsOp>(op))
    return add(op->getResult(0));
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return add(linalgOp.getMatchingBlockArgument(&use));
  if (isa<linalg::YieldOp>(op)) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op->getParentOp()))
      add(linalgOp->getResult(number));
    return;
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (callee && !callee.isExternal())
      add(callee.getArgument(number));
    return;
  }
  if (isa<func::ReturnOp>(op))
    followReturn(use);
}

void UseWalker::followReturn(OpOperand &use) {
  auto function = use.getOwner()->getParentOfType<func::FuncOp>();
  Operation *module = function->getParentOp();
  std::optional<SymbolTable::UseRange> calls =
      SymbolTable::getSymbolUses(function, module);
  if (!calls)
    return;
  for (SymbolTable::SymbolUse call : *calls)
    if (isa<func::CallOp>(call.getUser()))
      add(call.getUser()->getResult(use.getOperandNumber()));
}

void fp8::walkUses(Value value, function_ref<void(OpOperand &)> visit) {
  UseWalker(visit).walk(value);
}

/// Performs one step of traceBack(). Returns null if `value` is the origin.
static Value getSource(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto op = dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
    return op ? op->getOperand(argument.getArgNumber()) : Value();
  }
  Operation *op = value.getDefiningOp();
  if (isConversion(op) || getMovedSource(op, kPlainMoves))
    return op->getOperand(0);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    Block *body = linalgOp.getBlock();
    return body->getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber());
  }
  return Value();
}

Value fp8::traceBack(Value value) {
  while (Value source = getSource(value))
    value = source;
  return value;
}

std::optional<double> fp8::getConstantNumber(Value value) {
  Value origin = traceBack(value);
  if (auto number = dyn_cast_or_null<IntegerAttr>(matchNumber(origin)))
    return static_cast<double>(number.getValue().getSExtValue());
  return matchFloat(origin);
}

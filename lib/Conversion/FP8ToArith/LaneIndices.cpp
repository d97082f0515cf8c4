//===- LaneIndices.cpp - lanes of index vectors ---------------------------===//
//
// Indices are sums and products of induction variables and one vector of
// consecutive lane numbers. Vector ops are re-emitted on scalars.
//
//===----------------------------------------------------------------------===//

#include "fp8/Conversion/FP8ToArith/LaneIndices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

/// Relation between the lanes of an integer vector.
enum class Lanes { Equal, Consecutive, Unknown };

static Lanes classifyConstant(DenseIntElementsAttr elements) {
  if (elements.isSplat())
    return Lanes::Equal;
  APInt expected = *elements.value_begin<APInt>();
  for (const APInt &element : elements.getValues<APInt>())
    if (element != expected++)
      return Lanes::Unknown;
  return Lanes::Consecutive;
}

static Lanes classify(Value value) {
  if (!isa<VectorType>(value.getType()))
    return Lanes::Equal;
  Operation *op = value.getDefiningOp();
  DenseIntElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return classifyConstant(elements);
  if (auto broadcast = dyn_cast_or_null<vector::BroadcastOp>(op))
    return isa<VectorType>(broadcast.getSourceType()) ? Lanes::Unknown
                                                      : Lanes::Equal;
  if (isa_and_nonnull<arith::IndexCastOp>(op))
    return classify(op->getOperand(0));
  // Consecutive lanes may wrap around before the extension.
  if (isa_and_nonnull<arith::ExtUIOp>(op))
    return classify(op->getOperand(0)) == Lanes::Equal ? Lanes::Equal
                                                       : Lanes::Unknown;
  if (!isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op))
    return Lanes::Unknown;
  Lanes lhs = classify(op->getOperand(0)), rhs = classify(op->getOperand(1));
  if (lhs == Lanes::Equal && rhs == Lanes::Equal)
    return Lanes::Equal;
  bool isShifted = (lhs == Lanes::Equal && rhs == Lanes::Consecutive) ||
                   (lhs == Lanes::Consecutive && rhs == Lanes::Equal);
  return isa<arith::AddIOp>(op) && isShifted ? Lanes::Consecutive
                                             : Lanes::Unknown;
}

/// Returns the first lane of `value`, which has been classified.
static Value emitFirst(OpBuilder &builder, Value value) {
  if (!isa<VectorType>(value.getType()))
    return value;
  Location loc = value.getLoc();
  Type type = getElementTypeOrSelf(value.getType());
  DenseIntElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(type, *elements.value_begin<APInt>()));
  Operation *op = value.getDefiningOp();
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op))
    return broadcast.getSource();
  Value first = emitFirst(builder, op->getOperand(0));
  if (isa<arith::IndexCastOp>(op))
    return arith::IndexCastOp::create(builder, loc, type, first);
  if (isa<arith::ExtUIOp>(op))
    return arith::ExtUIOp::create(builder, loc, type, first);
  Value second = emitFirst(builder, op->getOperand(1));
  if (isa<arith::AddIOp>(op))
    return arith::AddIOp::create(builder, loc, first, second);
  return arith::MulIOp::create(builder, loc, first, second);
}

Value fp8::getFirstOfConsecutive(OpBuilder &builder, Value value) {
  return classify(value) == Lanes::Consecutive ? emitFirst(builder, value)
                                               : Value();
}

Value fp8::getUniform(OpBuilder &builder, Value value) {
  return classify(value) == Lanes::Equal ? emitFirst(builder, value) : Value();
}

Value fp8::makeIndices(ImplicitLocOpBuilder &b, Value first,
                       ArrayRef<int64_t> offsets) {
  auto type = VectorType::get(offsets.size(), b.getI64Type());
  return arith::AddIOp::create(
      b, vector::BroadcastOp::create(b, type, first),
      arith::ConstantOp::create(b, DenseIntElementsAttr::get(type, offsets)));
}

Value fp8::makeConsecutive(ImplicitLocOpBuilder &b, Value first,
                           int64_t count) {
  return makeIndices(b, first, llvm::to_vector(llvm::seq<int64_t>(count)));
}

bool fp8::isMultipleOf(Value value, int64_t divisor) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.countr_zero() >= llvm::Log2_64(divisor);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument == loop.getInductionVar() &&
           isMultipleOf(loop.getLowerBound(), divisor) &&
           isMultipleOf(loop.getStep(), divisor);
  }
  Operation *op = value.getDefiningOp();
  auto isMultiple = [&](Value operand) {
    return isMultipleOf(operand, divisor);
  };
  if (isa<arith::IndexCastOp>(op))
    return isMultiple(op->getOperand(0));
  if (isa<arith::AddIOp>(op))
    return llvm::all_of(op->getOperands(), isMultiple);
  return isa<arith::AndIOp, arith::MulIOp>(op) &&
         llvm::any_of(op->getOperands(), isMultiple);
}

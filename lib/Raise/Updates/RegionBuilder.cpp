//===- RegionBuilder.cpp - builds the region of an update -----------------===//

#include "RegionBuilder.h"

#include "../BodySlice.h"
#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::fp8;

RegionBuilder::RegionBuilder(func::FuncOp func, const UpdateSlice &slice)
    : func(func), slice(slice), region(std::make_unique<Region>()),
      builder(func.getContext()) {
  builder.createBlock(region.get());
}

Value RegionBuilder::fail(Operation *op, const Twine &why) {
  if (!culprit) {
    culprit = op;
    reason = why.str();
  }
  return {};
}

/// Adds an f32 argument, and converts it to `elementType`. f32 represents all
/// values of this type exactly.
Value RegionBuilder::addArgument(Type elementType, Location loc) {
  Value argument = region->front().addArgument(builder.getF32Type(), loc);
  if (elementType.isF32())
    return argument;
  if (elementType.isInteger(1)) {
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(0));
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE,
                                 argument, zero);
  }
  return arith::TruncFOp::create(builder, loc, elementType, argument);
}

/// Converts `value` to f32. If it is only a rounding of an f32 value, drops the
/// rounding, because storing the state rounds, too.
Value RegionBuilder::widen(Value value) {
  if (value.getType().isF32())
    return value;
  if (auto round = value.getDefiningOp<arith::TruncFOp>();
      round && round.getIn().getType().isF32() && value.use_empty())
    return round.getIn();
  return arith::ExtFOp::create(builder, value.getLoc(), builder.getF32Type(),
                               value);
}

LogicalResult RegionBuilder::build() {
  auto addTensor = [&](Value value) {
    emitted[value] =
        addArgument(getElementTypeOrSelf(value.getType()), value.getLoc());
  };
  SmallVector<Value> outputs;
  for (const StatePair &pair : slice.states) {
    outputs.push_back(func.front().getTerminator()->getOperand(pair.result));
    addTensor(func.getArgument(pair.arg));
  }
  for (Value extra : slice.extras) {
    outputs.push_back(extra);
    region->front().addArgument(builder.getF32Type(), extra.getLoc());
  }
  llvm::for_each(slice.inputs, addTensor);

  SmallVector<Value> yielded;
  for (Value output : outputs) {
    Value value = emit(output);
    if (!value)
      return failure();
    yielded.push_back(value);
  }
  for (const SliceReduction &reduction : slice.reductions) {
    Value value = emitBody(reduction.op, reduction.element);
    if (!value)
      return failure();
    yielded.push_back(value);
  }
  // Convert to f32 only after all values are emitted: only then it is known
  // which rounded values have other uses.
  for (Value &value : yielded)
    value = widen(value);
  YieldOp::create(builder, func.getLoc(), yielded);
  return success();
}

/// Returns the new value of a state in steps that are not skipped, by looking
/// through selects between new and old values.
static Value skipChoices(Value value, Value old) {
  while (auto select = value.getDefiningOp<arith::SelectOp>()) {
    if (select.getFalseValue() == old)
      value = select.getTrueValue();
    else if (select.getTrueValue() == old)
      value = select.getFalseValue();
    else
      break;
  }
  return value;
}

bool RegionBuilder::stepsState() {
  Block &body = region->front();
  SmallVector<Value> worklist;
  for (unsigned i = 0, e = slice.states.size(); i < e; ++i)
    worklist.push_back(
        skipChoices(body.getTerminator()->getOperand(i), body.getArgument(i)));
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getArgNumber() < slice.states.size())
        return true;
      continue;
    }
    llvm::append_range(worklist, value.getDefiningOp()->getOperands());
  }
  return false;
}

Value RegionBuilder::emit(Value value) {
  if (Value known = emitted.lookup(value))
    return known;
  Value result;
  if (Operation *op = value.getDefiningOp();
      op && op->hasTrait<OpTrait::ConstantLike>())
    result = emitConstant(value);
  else if (hasOneElement(value.getType()) && !slice.dependent.contains(value))
    result = emitScalar(value);
  else if (op)
    result = emitOp(op);
  else
    llvm_unreachable("an argument is a state, an input or a scalar");
  if (result)
    emitted[value] = result;
  return result;
}

Value RegionBuilder::emitConstant(Value value) {
  Type type = getElementTypeOrSelf(value.getType());
  if (!isa<FloatType, IntegerType>(type))
    return fail(value.getDefiningOp(),
                "is a constant of type '" + debugString(type) + "'");
  // Constants that are not uniform are inputs of the update.
  return arith::ConstantOp::create(builder, value.getLoc(), matchNumber(value));
}

Value RegionBuilder::emitScalar(Value value) {
  Type elementType = getElementTypeOrSelf(value.getType());
  if (!isUpdateElement(elementType) && !elementType.isInteger(1))
    return fail(value.getDefiningOp() ? value.getDefiningOp() : func,
                "reads a scalar of type '" + debugString(elementType) + "'");
  scalars.push_back(value);
  // Add arguments at the start of the region, because their first use may be in
  // the middle.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&region->front());
  return addArgument(elementType, value.getLoc());
}

bool mlir::fp8::isRegionOp(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
      op->getDialect());
}

Value RegionBuilder::emitOp(Operation *op) {
  std::optional<Elementwise> match = matchElementwise(op);
  if (!match)
    return fail(op, "is not elementwise");
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return emitBody(linalgOp,
                    linalgOp.getBlock()->getTerminator()->getOperand(0));
  if (Value source = getMovedSource(op, Move::Order | Move::Element))
    return emit(source);
  if (!isRegionOp(op))
    return fail(op, "is not of arith or math");
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value element = emit(operand);
    if (!element)
      return {};
    mapping.map(operand, element);
  }
  Operation *clone = builder.insert(op->clone(mapping));
  clone->getResult(0).setType(getElementTypeOrSelf(clone->getResult(0)));
  return clone->getResult(0);
}

Value RegionBuilder::emitBody(linalg::LinalgOp op, Value element) {
  Block *body = op.getBlock();
  IRMapping mapping;
  auto map = [&](Value operand) {
    if (mapping.contains(operand))
      return true;
    Value source = operand;
    if (auto argument = dyn_cast<BlockArgument>(operand);
        argument && argument.getOwner() == body)
      source = op.getMatchingOpOperand(argument)->get();
    Value emittedValue = emit(source);
    if (emittedValue)
      mapping.map(operand, emittedValue);
    return bool(emittedValue);
  };
  // Clone only the ops that `element` depends on. This excludes, for example,
  // the addition to a sum.
  for (Operation *inner : getBodySlice(element, *body)) {
    if (!isRegionOp(inner))
      return fail(inner, "is not of arith or math");
    if (!llvm::all_of(inner->getOperands(), map))
      return {};
    builder.clone(*inner, mapping);
  }
  return map(element) ? mapping.lookup(element) : Value();
}

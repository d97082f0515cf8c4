//===- ScoreOps.cpp - the region of attention as instructions -------------===//
//
// The runtime has f32 and 32-bit integers. The ranges of indices and of 64-bit
// integers are tracked, so that a value that may not fit is rejected.
//
//===----------------------------------------------------------------------===//

#include "ScoreOps.h"
#include "Relations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// The index of an instruction and, for integers, the range of its value.
struct Number {
  int32_t op = -1;
  int64_t low = INT32_MIN, high = INT32_MAX;

  bool fits() const { return low >= INT32_MIN && high <= INT32_MAX; }
};

class ScoreBuilder {
public:
  ScoreBuilder(Block &body, ArrayRef<unsigned> rowDims,
               fp8rt_attention_desc &desc, AttentionReason reason)
      : body(body), rowDims(rowDims), desc(desc), reason(reason) {}

  LogicalResult build();

private:
  using Result = std::optional<Number>;

  LogicalResult addArgument(BlockArgument argument);
  LogicalResult addOp(Operation *op);
  Result convert(Operation *op);
  Result convertConstant(arith::ConstantOp op);
  Result convertCast(Operation *op);
  Result convertFloat(Operation *op, int32_t code);
  Result convertSelect(arith::SelectOp op);
  Result convertInteger(Operation *op, int32_t code);
  Result convertComparison(arith::CmpIOp op);
  Result convertComparison(arith::CmpFOp op);
  Number get(Value value) {
    assert(numbers.contains(value) && "expected operands before their users");
    return numbers.lookup(value);
  }

  /// Adds an instruction. Returns std::nullopt if the description is full.
  Result add(int32_t code, ArrayRef<Number> operands = {}, int64_t value = 0);

  Block &body;
  ArrayRef<unsigned> rowDims;
  fp8rt_attention_desc &desc;
  AttentionReason reason;
  llvm::SmallDenseMap<Value, Number> numbers;
  /// True if the description had no room for an instruction.
  bool isFull = false;
};
} // namespace

ScoreBuilder::Result ScoreBuilder::add(int32_t code, ArrayRef<Number> operands,
                                       int64_t value) {
  if (desc.num_ops == FP8RT_ATTENTION_SCORE_OPS) {
    isFull = true;
    return std::nullopt;
  }
  fp8rt_score_op &op = desc.ops[desc.num_ops];
  op = {};
  op.code = code;
  op.value = value;
  int32_t *fields[] = {&op.a, &op.b, &op.c};
  for (auto [field, operand] : llvm::zip(fields, operands))
    *field = operand.op;
  return Number{desc.num_ops++};
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Returns true for the types that the runtime represents as f32. The runtime
/// holds a bf16 value as the equal f32 value.
static bool isFloat(Type type) { return type.isF32() || type.isBF16(); }

ScoreBuilder::Result ScoreBuilder::convertFloat(Operation *op, int32_t code) {
  if (!isFloat(op->getResult(0).getType()))
    return std::nullopt;
  auto operands = llvm::map_to_vector(op->getOperands(),
                                      [&](Value value) { return get(value); });
  Result result = add(code, operands);
  // Computing in f32 and rounding to bf16 gives the correctly rounded bf16
  // result, because f32 has more than twice the significand bits of bf16.
  if (result && op->getResult(0).getType().isBF16())
    result = add(FP8RT_SCORE_ROUND_BF16, *result);
  return result;
}

ScoreBuilder::Result ScoreBuilder::convertConstant(arith::ConstantOp op) {
  if (auto value = dyn_cast<FloatAttr>(op.getValue())) {
    if (!isFloat(op.getType()))
      return std::nullopt;
    APFloat number = value.getValue();
    bool isInexact;
    number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                   &isInexact);
    return add(FP8RT_SCORE_F32, {}, number.bitcastToAPInt().getZExtValue());
  }
  auto value = dyn_cast<IntegerAttr>(op.getValue());
  if (!value)
    return std::nullopt;
  bool isCondition = op.getType().isInteger(1);
  Number number{-1, value.getValue().getSExtValue(),
                value.getValue().getSExtValue()};
  if (isCondition)
    number.low = number.high = value.getValue().getZExtValue();
  Result result =
      number.fits() ? add(FP8RT_SCORE_INT, {}, number.low) : std::nullopt;
  if (result)
    number.op = result->op;
  return result ? Result(number) : result;
}

ScoreBuilder::Result ScoreBuilder::convertSelect(arith::SelectOp op) {
  Number condition = get(op.getCondition()), a = get(op.getTrueValue()),
         b = get(op.getFalseValue());
  if (isFloat(op.getType()))
    return add(FP8RT_SCORE_SELECT, {condition, a, b});
  if (!op.getType().isIntOrIndex())
    return std::nullopt;
  Result result = add(FP8RT_SCORE_SELECT_INT, {condition, a, b});
  if (result) {
    result->low = std::min(a.low, b.low);
    result->high = std::max(a.high, b.high);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static Number asCondition(Number number) {
  number.low = 0;
  number.high = 1;
  return number;
}

ScoreBuilder::Result ScoreBuilder::convertComparison(arith::CmpFOp op) {
  Result result = add(FP8RT_SCORE_COMPARE, {get(op.getLhs()), get(op.getRhs())},
                      getRelation(op.getPredicate()));
  return result ? asCondition(*result) : result;
}

ScoreBuilder::Result ScoreBuilder::convertComparison(arith::CmpIOp op) {
  // The runtime represents a true i1 as 1, but a signed comparison reads it as
  // -1. Frontends do not emit such comparisons.
  bool isNegative = op.getLhs().getType().isInteger(1) &&
                    !isUnsigned(op.getPredicate()) &&
                    op.getPredicate() != arith::CmpIPredicate::eq &&
                    op.getPredicate() != arith::CmpIPredicate::ne;
  if (isNegative)
    return std::nullopt;
  Result result =
      add(isUnsigned(op.getPredicate()) ? FP8RT_SCORE_COMPARE_UNSIGNED
                                        : FP8RT_SCORE_COMPARE_INT,
          {get(op.getLhs()), get(op.getRhs())}, getRelation(op.getPredicate()));
  return result ? asCondition(*result) : result;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

ScoreBuilder::Result ScoreBuilder::convertInteger(Operation *op, int32_t code) {
  Type type = op->getResult(0).getType();
  Number a = get(op->getOperand(0)), b = get(op->getOperand(1)), range;
  bool isBitwise = code == FP8RT_SCORE_AND_INT || code == FP8RT_SCORE_OR_INT ||
                   code == FP8RT_SCORE_XOR_INT;
  if (type.isInteger(1)) {
    if (!isBitwise)
      return std::nullopt;
    Result result = add(code, {a, b});
    return result ? asCondition(*result) : result;
  }
  if (!isBitwise && !type.isIndex() && type.getIntOrFloatBitWidth() < 32)
    return std::nullopt;
  if (code == FP8RT_SCORE_ADD_INT) {
    range.low = a.low + b.low;
    range.high = a.high + b.high;
  } else if (code == FP8RT_SCORE_SUB_INT) {
    range.low = a.low - b.high;
    range.high = a.high - b.low;
  } else if (code == FP8RT_SCORE_MUL_INT) {
    std::tie(range.low, range.high) = std::minmax(
        {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  }
  if (!range.fits()) {
    if (!type.isInteger(32))
      return std::nullopt;
    range = Number();
  }
  Result result = add(code, {a, b});
  if (result)
    range.op = result->op;
  return result ? Result(range) : result;
}

static bool roundsToNearest(arith::TruncFOp op) {
  constexpr auto nearest = arith::RoundingMode::to_nearest_even;
  return op.getRoundingmode().value_or(nearest) == nearest;
}

ScoreBuilder::Result ScoreBuilder::convertCast(Operation *op) {
  Value operand = op->getOperand(0);
  Type from = operand.getType(), to = op->getResult(0).getType();
  Number number = get(operand);
  if (isa<arith::ExtFOp>(op) && from.isBF16() && to.isF32())
    return number;
  auto truncate = dyn_cast<arith::TruncFOp>(op);
  if (truncate && from.isF32() && to.isBF16() && roundsToNearest(truncate))
    return add(FP8RT_SCORE_ROUND_BF16, number);
  bool isSigned = isa<arith::IndexCastOp, arith::ExtSIOp, arith::SIToFPOp>(op);
  // A signed extension or conversion of a true i1 gives -1, not 1.
  if (isSigned ? from.isInteger(1) : number.low < 0)
    return std::nullopt;
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return to.isF32() ? add(FP8RT_SCORE_TO_F32, number) : std::nullopt;
  bool isWide = to.isIndex() || to.getIntOrFloatBitWidth() >= 32;
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp>(op) &&
      isWide)
    return number;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

/// Returns the instruction of an op with the same meaning, if there is one.
static std::optional<int32_t> getCode(Operation *op) {
  return TypeSwitch<Operation *, std::optional<int32_t>>(op)
      .Case([](arith::AddFOp) { return FP8RT_SCORE_ADD; })
      .Case([](arith::SubFOp) { return FP8RT_SCORE_SUB; })
      .Case([](arith::MulFOp) { return FP8RT_SCORE_MUL; })
      .Case([](arith::DivFOp) { return FP8RT_SCORE_DIV; })
      .Case([](arith::NegFOp) { return FP8RT_SCORE_NEG; })
      .Case([](arith::MaximumFOp) { return FP8RT_SCORE_MAX; })
      .Case([](arith::MinimumFOp) { return FP8RT_SCORE_MIN; })
      .Case([](math::ExpOp) { return FP8RT_SCORE_EXP; })
      .Case([](math::TanhOp) { return FP8RT_SCORE_TANH; })
      .Case([](arith::AddIOp) { return FP8RT_SCORE_ADD_INT; })
      .Case([](arith::SubIOp) { return FP8RT_SCORE_SUB_INT; })
      .Case([](arith::MulIOp) { return FP8RT_SCORE_MUL_INT; })
      .Case([](arith::AndIOp) { return FP8RT_SCORE_AND_INT; })
      .Case([](arith::OrIOp) { return FP8RT_SCORE_OR_INT; })
      .Case([](arith::XOrIOp) { return FP8RT_SCORE_XOR_INT; })
      .Default([](Operation *) { return std::nullopt; });
}

ScoreBuilder::Result ScoreBuilder::convert(Operation *op) {
  if (std::optional<int32_t> code = getCode(op))
    return op->getResult(0).getType().isIntOrIndex() ? convertInteger(op, *code)
                                                     : convertFloat(op, *code);
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::ConstantOp op) { return convertConstant(op); })
      .Case([&](arith::SelectOp op) { return convertSelect(op); })
      .Case<arith::CmpIOp, arith::CmpFOp>(
          [&](auto op) { return convertComparison(op); })
      .Default([&](Operation *op) {
        return isa<CastOpInterface>(op) ? convertCast(op) : Result();
      });
}

LogicalResult ScoreBuilder::addOp(Operation *op) {
  Result result = op->getNumResults() == 1 ? convert(op) : Result();
  if (result) {
    numbers[op->getResult(0)] = *result;
    return success();
  }
  std::string name = op->getName().getStringRef().str();
  if (isFull)
    reason(op->getLoc(), "its scores take more than " +
                             Twine(FP8RT_ATTENTION_SCORE_OPS) +
                             " instructions");
  else
    reason(op->getLoc(), "its scores contain '" + name +
                             "' of types or values that the "
                             "runtime does not support");
  return failure();
}

LogicalResult ScoreBuilder::addArgument(BlockArgument argument) {
  unsigned i = argument.getArgNumber(), numRowDims = rowDims.size();
  Result result;
  if (i == 0) {
    result = add(FP8RT_SCORE_PRODUCT);
  } else if (i <= numRowDims) {
    unsigned dim = rowDims[i - 1];
    result = add(FP8RT_SCORE_ROW_INDEX, {}, dim);
    result = Number{result->op, 0, desc.rows[dim]};
  } else if (i == numRowDims + 1) {
    result = add(FP8RT_SCORE_KEY_INDEX);
    result = Number{result->op, 0, desc.keys};
  } else {
    result = add(FP8RT_SCORE_CAPTURED, {}, i - numRowDims - 2);
    if (argument.getType().isInteger(1))
      result = asCondition(*result);
  }
  numbers[argument] = *result;
  return success();
}

LogicalResult ScoreBuilder::build() {
  // Add only the instructions that the yielded values need, in program order.
  llvm::SmallDenseSet<Value> used;
  used.insert_range(body.getTerminator()->getOperands());
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::reverse(body.without_terminator())) {
    if (llvm::none_of(op.getResults(),
                      [&](Value result) { return used.contains(result); }))
      continue;
    used.insert_range(op.getOperands());
    ops.push_back(&op);
  }
  for (BlockArgument argument : body.getArguments())
    if (used.contains(argument) && failed(addArgument(argument)))
      return failure();
  for (Operation *op : llvm::reverse(ops))
    if (failed(addOp(op)))
      return failure();
  ValueRange values = body.getTerminator()->getOperands();
  unsigned numValues = desc.is_backward ? 2 : 1;
  desc.score = get(values[0]).op;
  desc.derivative = desc.is_backward ? get(values[1]).op : -1;
  desc.factor = values.size() > numValues ? get(values[numValues]).op : -1;
  return success();
}

LogicalResult fp8::addScoreOps(Block &body, ArrayRef<unsigned> rowDims,
                               fp8rt_attention_desc &desc,
                               AttentionReason reason) {
  return ScoreBuilder(body, rowDims, desc, reason).build();
}

//===- ScaleProvenance.cpp - origins of scales ----------------------------===//

#include "ScaleProvenance.h"

#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Numerics/Scale.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

ScaleProvenance::ScaleProvenance(func::FuncOp func) : func(func) {
  Operation *terminator = func.front().getTerminator();
  for (auto [i, argument] : llvm::enumerate(getUpdatedArguments(func)))
    if (argument)
      updates[func.getArgument(*argument)] = terminator->getOperand(i);
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

/// Returns the divisor of `1 / x` on rank-0 tensors, on scalars, or on every
/// element of a generic.
static Value getInverted(Operation *op) {
  auto isOne = [](Value value) { return matchFloat(value) == 1.0; };
  if (auto divide = dyn_cast<arith::DivFOp>(op))
    return isOne(divide.getLhs()) ? divide.getRhs() : Value();
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || op->getNumResults() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops())
    return nullptr;
  auto divide = generic.getBody()
                    ->getTerminator()
                    ->getOperand(0)
                    .getDefiningOp<arith::DivFOp>();
  auto divisor =
      divide ? dyn_cast<BlockArgument>(divide.getRhs()) : BlockArgument();
  if (!divisor || divisor.getOwner() != generic.getBody() ||
      divisor.getArgNumber() >= generic.getNumDpsInputs())
    return nullptr;
  Value dividend = divide.getLhs();
  if (auto arg = dyn_cast<BlockArgument>(dividend))
    dividend = generic->getOperand(arg.getArgNumber());
  return isOne(dividend) ? generic->getOperand(divisor.getArgNumber())
                         : Value();
}

/// Returns the constant index at which `op` reads one element of a vector, or
/// std::nullopt.
static std::optional<int64_t> getColumn(Operation *op) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    if (slice.getSourceType().getRank() != 1 ||
        slice.getStaticSizes()[0] != 1 || slice.isDynamicOffset(0))
      return std::nullopt;
    return slice.getStaticOffset(0);
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    if (extract.getIndices().size() == 1)
      return getConstantIntValue(extract.getIndices()[0]);
  return std::nullopt;
}

static ScaleSource traceConstant(double value) {
  ScaleSource source;
  source.kind = ScaleSource::Kind::Constant;
  source.constant = value;
  return source;
}

/// Returns the factor computed from a constant amax.
static std::optional<double> evaluate(ComputeScaleOp op, bool isInverse) {
  std::optional<double> amax = matchFloat(op.getAmax());
  if (!amax || op.getPrevious())
    return std::nullopt;
  numerics::ScaleOptions options;
  if (std::optional<ScalingAttr> scaling = op.getScaling())
    options = {static_cast<int>(scaling->getMargin()), scaling->getPow2(),
               scaling->getEpsilon().convertToFloat()};
  numerics::Scale scale = numerics::computeScale(
      static_cast<float>(*amax), getMaxFinite(op.getFormat()), options);
  return isInverse ? scale.scaleInv : scale.scale;
}

ScaleSource ScaleProvenance::trace(Value factor, bool followStates) const {
  bool inverted = false;
  std::optional<int64_t> column;
  while (true) {
    if (std::optional<double> number = matchFloat(factor))
      return traceConstant(inverted ? 1.0 / *number : *number);
    if (auto argument = dyn_cast<BlockArgument>(factor)) {
      ScaleSource source = traceArgument(argument, followStates);
      source.column = column;
      if (source.isInverse)
        source.isInverse = *source.isInverse != inverted;
      return source;
    }
    Operation *op = factor.getDefiningOp();
    if (auto compute = dyn_cast<ComputeScaleOp>(op)) {
      bool isInverse = factor == compute.getScaleInv();
      if (std::optional<double> number = evaluate(compute, isInverse))
        return traceConstant(inverted ? 1.0 / *number : *number);
      ScaleSource source;
      source.kind = ScaleSource::Kind::Computed;
      source.isInverse = isInverse != inverted;
      source.computed = compute;
      source.column = column;
      return source;
    }
    if (auto update = dyn_cast<UpdateScalesOp>(op);
        update && factor == update.getNewScales()) {
      ScaleSource source;
      source.kind = ScaleSource::Kind::Updated;
      source.isInverse = inverted;
      source.updated = update;
      source.column = column;
      return source;
    }
    if (std::optional<int64_t> at = getColumn(op)) {
      column = at;
      factor = op->getOperand(0);
    } else if (Value source = getMovedSource(op, Move::Layout)) {
      factor = source;
    } else if (isa<tensor::ExtractOp, tensor::FromElementsOp>(op) &&
               hasOneElement(op->getOperand(0).getType())) {
      factor = op->getOperand(0);
    } else if (Value divisor = getInverted(op)) {
      inverted = !inverted;
      factor = divisor;
    } else {
      return {};
    }
  }
}

/// Returns the source of a scale that is an argument. The new value of the
/// argument determines whether the argument is an inverse scale.
ScaleSource ScaleProvenance::traceArgument(BlockArgument argument,
                                           bool followStates) const {
  if (argument.getOwner() != &getFunc().front())
    return {};
  ScaleSource source;
  source.kind = ScaleSource::Kind::Argument;
  source.argument = argument;
  Value update = getUpdate(argument);
  if (!update || !followStates)
    return source;
  // Looking back one step suffices. States may overwrite each other in a cycle.
  ScaleSource next = trace(update, /*followStates=*/false);
  if (next.kind == ScaleSource::Kind::Computed ||
      next.kind == ScaleSource::Kind::Updated) {
    source.isInverse = next.isInverse;
    source.computed = next.computed;
    source.updated = next.updated;
  }
  return source;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

bool ScaleProvenance::isSame(ScaleSource a, ScaleSource b) const {
  if (a.kind != b.kind || a.column != b.column)
    return false;
  switch (a.kind) {
  case ScaleSource::Kind::Unknown:
    return false;
  case ScaleSource::Kind::Constant: {
    // The values differ by two roundings if one is the inverse of the other.
    double product = a.constant * b.constant;
    return a.constant == b.constant || std::abs(product - 1.0) <= 0x1p-22;
  }
  case ScaleSource::Kind::Computed:
    return a.computed == b.computed ||
           (a.computed.getAmax() == b.computed.getAmax() &&
            a.computed.getPrevious() == b.computed.getPrevious() &&
            a.computed.getFormat() == b.computed.getFormat() &&
            a.computed.getScaling() == b.computed.getScaling());
  case ScaleSource::Kind::Argument:
    return a.argument == b.argument;
  case ScaleSource::Kind::Updated:
    return a.updated == b.updated;
  }
  llvm_unreachable("a kind without a case");
}

bool ScaleProvenance::isOther(ScaleSource a, ScaleSource b) const {
  return a.isKnown() && b.isKnown() && !isSame(a, b);
}

//===----------------------------------------------------------------------===//
// Amaxes
//===----------------------------------------------------------------------===//

std::optional<Format> ScaleProvenance::getFormat(ScaleSource source) const {
  if (source.computed)
    return source.computed.getFormat();
  if (source.updated)
    return source.updated.getFormat();
  return std::nullopt;
}

/// Returns the value at `column` of `packed`, a chain of inserted slices.
static Value getInserted(Value packed, int64_t column) {
  while (auto insert = packed.getDefiningOp<tensor::InsertSliceOp>()) {
    if (insert.getDestType().getRank() != 1 || insert.isDynamicOffset(0) ||
        insert.getStaticSizes()[0] != 1)
      return nullptr;
    if (insert.getStaticOffset(0) == column)
      return insert.getSource();
    packed = insert.getDest();
  }
  if (auto elements = packed.getDefiningOp<tensor::FromElementsOp>())
    if (column < static_cast<int64_t>(elements.getElements().size()))
      return elements.getElements()[column];
  return nullptr;
}

Measured ScaleProvenance::getMeasured(ScaleSource source) const {
  if (source.kind == ScaleSource::Kind::Computed && !source.column) {
    // If the amax is 0 or not finite, the op returns its previous scale
    // instead. Only the measured amax matters here.
    return getMeasured(source.computed.getAmax());
  }
  if (source.updated && source.column) {
    if (Value amax = getInserted(source.updated.getAmaxes(), *source.column))
      return getMeasured(amax);
  }
  return std::nullopt;
}

Measured ScaleProvenance::getMeasured(Value amax) const {
  SmallVector<Value> measured;
  SmallVector<Value> work = {amax};
  while (!work.empty()) {
    Value value = getMovedRoot(work.pop_back_val(), Move::Retype);
    if (matchFloat(value))
      continue;
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    if (isa<arith::MaximumFOp>(op)) {
      llvm::append_range(work, op->getOperands());
    } else if (isa<tensor::FromElementsOp, tensor::ExtractOp>(op) &&
               hasOneElement(op->getOperand(0).getType())) {
      work.push_back(op->getOperand(0));
    } else if (auto maximum = dyn_cast<AllReduceOp>(op);
               maximum && maximum.getKind() == ReductionKind::Max) {
      // The maximum over ranks includes the value of this rank.
      work.push_back(
          maximum.getInputs()[cast<OpResult>(value).getResultNumber()]);
    } else if (auto reduce = dyn_cast<AmaxOp>(op)) {
      measured.push_back(getMovedRoot(reduce.getInput(), Move::Retype));
      work.push_back(reduce.getInit());
    } else if (auto quantize = dyn_cast<QuantizeOp>(op);
               quantize && value == quantize.getAmax()) {
      measured.push_back(getMovedRoot(quantize.getInput(), Move::Retype));
      work.push_back(quantize.getAmaxInit());
    } else if (auto contract = dyn_cast<ContractOp>(op);
               contract && value == contract.getAmax()) {
      measured.push_back(contract.getResult());
      work.push_back(contract.getAmaxInit());
    } else {
      return std::nullopt;
    }
  }
  return measured;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

Value ScaleProvenance::getUpdate(BlockArgument argument) const {
  return updates.lookup(argument);
}

bool ScaleProvenance::isStale(BlockArgument argument) const {
  if (!isStep() || getFunc().getArgAttr(argument.getArgNumber(),
                                        FP8Dialect::kInPlaceAttrName))
    return false;
  Value update = getUpdate(argument);
  return !update || update == argument;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Upper bound of the visited values, beyond which the result is unknown.
static constexpr unsigned kMaxCone = 64;

/// Returns the values from which `value` is computed elementwise or by moving
/// elements.
static llvm::SetVector<Value> collectSources(Value value) {
  llvm::SetVector<Value> sources;
  sources.insert(value);
  for (unsigned i = 0; i < sources.size() && sources.size() < kMaxCone; ++i) {
    Operation *op = sources[i].getDefiningOp();
    if (!op)
      continue;
    if (Value source = getMovedSource(op, Move::Layout)) {
      sources.insert(source);
    } else if (isa<tensor::ExtractSliceOp, tensor::PadOp>(op)) {
      sources.insert(op->getOperand(0));
    } else if (isa<tensor::ConcatOp>(op)) {
      sources.insert(op->operand_begin(), op->operand_end());
    } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
      sources.insert(insert.getSource());
      sources.insert(insert.getDest());
    } else if (auto dequantize = dyn_cast<DequantizeOp>(op)) {
      sources.insert(dequantize.getCodes());
    } else if (auto quantize = dyn_cast<QuantizeOp>(op)) {
      sources.insert(quantize.getInput());
    } else if (std::optional<Elementwise> match = matchElementwise(op)) {
      sources.insert(match->aligned.begin(), match->aligned.end());
    }
  }
  return sources;
}

bool mlir::fp8::isRelated(Value value, ArrayRef<Value> measured) {
  Value root = getMovedRoot(value, Move::Retype);
  llvm::SetVector<Value> sources = collectSources(root);
  return llvm::any_of(measured, [&](Value other) {
    llvm::SetVector<Value> others = collectSources(other);
    return sources.contains(other) || others.contains(root) ||
           std::max(sources.size(), others.size()) >= kMaxCone;
  });
}

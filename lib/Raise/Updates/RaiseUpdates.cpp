//===- RaiseUpdates.cpp - --fp8-raise-updates -----------------------------===//

#include "../SplitResults.h"
#include "RegionBuilder.h"
#include "SkippedUpdate.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/IR/ExpansionBuilder.h"
#include "fp8/Raise/Passes.h"
#include "fp8/Utils/Uniform.h"
#include "fp8/Utils/Views.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_RAISEUPDATESPASS
#include "fp8/Raise/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kUpdateRemark =
    remark::RemarkOpts::name("update").category("fp8-raise-updates");

//===----------------------------------------------------------------------===//
// One update
//===----------------------------------------------------------------------===//

/// Reshapes `value` to the shape of `type`, which has equally many elements.
/// Reshapes through rank 1, or through rank 0 for a single element.
static Value reshape(OpBuilder &builder, Value value, RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from.getShape() == type.getShape())
    return value;
  Location loc = value.getLoc();
  int64_t numElements = type.getNumElements();
  bool isScalar = numElements == 1;
  auto flat = isScalar ? from.clone(ArrayRef<int64_t>())
                       : from.clone(ArrayRef(numElements));
  auto getGroups = [&](RankedTensorType shaped) {
    return isScalar ? SmallVector<ReassociationIndices>()
                    : joinAll(shaped.getRank());
  };
  if (from != flat)
    value = tensor::CollapseShapeOp::create(builder, loc, flat, value,
                                            getGroups(from));
  if (flat.getShape() == type.getShape())
    return value;
  return tensor::ExpandShapeOp::create(
      builder, loc, type.clone(from.getElementType()), value, getGroups(type));
}

/// Extends `value` to f32, which represents its elements exactly.
static Value widen(OpBuilder &builder, Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  Type type = withElementType(value.getType(), builder.getF32Type());
  if (element.isF32())
    return value;
  if (element.isInteger(1))
    return arith::UIToFPOp::create(builder, value.getLoc(), type, value);
  return arith::ExtFOp::create(builder, value.getLoc(), type, value);
}

/// Returns the init of `reduction` if it is a constant, else std::nullopt. The
/// constant is created again before the update, because graphs often create it
/// late, after the reduced value. Otherwise, the update would have to follow
/// the original constant, and ops before the constant would have to recompute
/// values that the update computes.
static std::optional<Uniform> matchConstantInit(SliceReduction reduction) {
  std::optional<Uniform> init =
      matchUniform(reduction.op.getDpsInitOperand(0)->get());
  return init && init->constant ? init : std::nullopt;
}

/// Converts the one-element `value` to an f32 tensor of rank 0.
static Value toScalarTensor(OpBuilder &builder, Value value) {
  return Uniform{std::nullopt, widen(builder, value)}.materialize(
      builder, value.getLoc());
}

namespace {

/// Rewrites one slice to an `fp8.update`.
class UpdateWriter {
public:
  UpdateWriter(func::FuncOp func, const UpdateSlice &slice,
               RegionBuilder &region)
      : func(func), terminator(func.front().getTerminator()), slice(slice),
        region(region), builder(func.getContext()) {}

  UpdateOp write();

private:
  void moveBehindOperands();
  void replaceResults(UpdateOp update);

  func::FuncOp func;
  Operation *terminator;
  const UpdateSlice &slice;
  RegionBuilder &region;
  OpBuilder builder;
};

} // namespace

void UpdateWriter::moveBehindOperands() {
  Operation *last = nullptr;
  auto visit = [&](Value value) {
    Operation *op = value.getDefiningOp();
    if (op && (!last || last->isBeforeInBlock(op)))
      last = op;
  };
  llvm::for_each(slice.inputs, visit);
  llvm::for_each(region.getScalars(), visit);
  for (SliceReduction reduction : slice.reductions)
    if (!matchConstantInit(reduction))
      visit(reduction.op.getDpsInitOperand(0)->get());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(&func.front());
}

UpdateOp UpdateWriter::write() {
  moveBehindOperands();
  auto first = func.getArgument(slice.states.front().arg);
  auto space = cast<RankedTensorType>(first.getType());
  SmallVector<Value> states, inputs, scalars;
  for (const StatePair &pair : slice.states)
    states.push_back(reshape(builder, func.getArgument(pair.arg), space));
  for (Value extra : slice.extras)
    states.push_back(
        tensor::EmptyOp::create(builder, extra.getLoc(), space.getShape(),
                                getElementTypeOrSelf(extra.getType())));
  for (Value input : slice.inputs)
    inputs.push_back(reshape(
        builder,
        isUpdateElement(input.getType()) ? input : widen(builder, input),
        space));
  for (Value scalar : region.getScalars())
    scalars.push_back(toScalarTensor(builder, scalar));
  SmallVector<Value> inits = states;
  SmallVector<Attribute> reductions;
  for (SliceReduction reduction : slice.reductions) {
    std::optional<Uniform> constant = matchConstantInit(reduction);
    inits.push_back(
        constant ? constant->materialize(builder, reduction.op.getLoc())
                 : toScalarTensor(builder,
                                  reduction.op.getDpsInitOperand(0)->get()));
    reductions.push_back(
        ReductionKindAttr::get(builder.getContext(), reduction.kind));
  }

  Operation *made =
      terminator->getOperand(slice.states.front().result).getDefiningOp();
  auto update = UpdateOp::create(
      builder, made ? made->getLoc() : first.getLoc(),
      ValueRange(inits).getTypes(), states, inputs, scalars,
      /*scales=*/ValueRange(), /*skip=*/Value(), /*seed=*/Value(),
      /*step=*/Value(), /*offsets=*/ValueRange(), inits, /*valid=*/Value(),
      /*storage=*/ArrayAttr(),
      reductions.empty() ? ArrayAttr() : builder.getArrayAttr(reductions),
      /*indexing_maps=*/ArrayAttr(), /*static_offsets=*/DenseI64ArrayAttr(),
      /*global_shape=*/DenseI64ArrayAttr(), /*probe=*/UnitAttr());
  update.getBody().takeBody(*region.takeRegion());
  replaceResults(update);
  return update;
}

void UpdateWriter::replaceResults(UpdateOp update) {
  auto getResult = [&](unsigned i, Type type) {
    return reshape(builder, update.getResult(i), cast<RankedTensorType>(type));
  };
  unsigned number = 0;
  for (const StatePair &pair : slice.states) {
    Value old = terminator->getOperand(pair.result);
    Value result = getResult(number++, old.getType());
    // Users before the update keep reading the original value. If this value is
    // also an input or a scalar of the update, all users keep reading it.
    if (slice.ops.contains(old.getDefiningOp()) &&
        !llvm::is_contained(slice.inputs, old) &&
        !llvm::is_contained(region.getScalars(), old))
      old.replaceUsesWithIf(result, [&](OpOperand &use) {
        return !func.front()
                    .findAncestorOpInBlock(*use.getOwner())
                    ->isBeforeInBlock(update);
      });
    terminator->setOperand(pair.result, result);
  }
  for (Value extra : slice.extras) {
    Value result = getResult(number++, extra.getType());
    // An additional result of the update is not replaced if it has one element
    // and is also a scalar operand of the update.
    if (llvm::is_contained(region.getScalars(), extra))
      continue;
    extra.replaceUsesWithIf(result, [&](OpOperand &use) {
      // Ops of the group keep the original value. A later update of the group
      // replaces them and may recompute `extra` in its region.
      return !slice.groupOps.contains(
          func.front().findAncestorOpInBlock(*use.getOwner()));
    });
  }
  for (SliceReduction reduction : slice.reductions) {
    Value old = reduction.op->getResult(0);
    old.replaceAllUsesWith(getResult(number++, old.getType()));
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct RaiseUpdates : fp8::impl::RaiseUpdatesPassBase<RaiseUpdates> {
  using RaiseUpdatesPassBase::RaiseUpdatesPassBase;

  void runOnOperation() override;

private:
  void raise(func::FuncOp func, const PairedStep &step);
  /// Replaces `slice` by an update. Returns false if that is not possible.
  bool raise(func::FuncOp func, const UpdateSlice &slice);
};

} // namespace

/// Returns the reason why `slice` cannot become one update; empty if there is
/// none. Does not check whether its ops are supported.
static std::string findObstacle(func::FuncOp func, const UpdateSlice &slice,
                                Operation *&culprit) {
  auto first = dyn_cast<RankedTensorType>(
      func.getArgument(slice.states.front().arg).getType());
  bool stepsState = false;
  for (const StatePair &pair : slice.states) {
    Type type = func.getArgument(pair.arg).getType();
    auto tensor = dyn_cast<RankedTensorType>(type);
    Value next = func.front().getTerminator()->getOperand(pair.result);
    culprit = next.getDefiningOp();
    stepsState |= slice.dependent.contains(next);
    if (!first || !tensor || !tensor.hasStaticShape() ||
        !isUpdateElement(tensor))
      return "steps a state of type '" + debugString(type) +
             "', not a tensor of f32, bf16 or f16";
    if (tensor.getNumElements() != first.getNumElements())
      return "steps states of different sizes";
  }
  if (!stepsState)
    return "is not elementwise";
  for (Value input : slice.inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    culprit = input.getDefiningOp() ? input.getDefiningOp() : culprit;
    if (!isUpdateElement(type) && !type.getElementType().isInteger(1))
      return "gives the update an input of type '" + debugString(type) +
             "', not one of f32, bf16, f16 or i1";
    if (type.getNumElements() != first.getNumElements())
      return "gives the update an input of another size";
  }
  return {};
}

bool RaiseUpdates::raise(func::FuncOp func, const UpdateSlice &slice) {
  std::string name = fp8::getArgumentName(func, slice.states.front().arg);
  auto reject = [&](Operation *culprit, StringRef reason) {
    Operation *at = culprit ? culprit : func;
    remark::missed(at->getLoc(), kUpdateRemark)
        << ("kept the update of '" + name + "' as it is: '" +
            at->getName().getStringRef() + "' " + reason)
               .str();
    return false;
  };
  Operation *culprit = nullptr;
  std::string obstacle = findObstacle(func, slice, culprit);
  if (!obstacle.empty())
    return reject(culprit, obstacle);
  RegionBuilder region(func, slice);
  if (failed(region.build()))
    return reject(region.getCulprit(), region.getReason());
  if (!region.stepsState()) {
    // The op that computes the new state is outside the slice, and its result
    // is an input.
    auto *made = llvm::find_if(slice.inputs, [](Value input) {
      return input.getDefiningOp() != nullptr;
    });
    return reject(made == slice.inputs.end() ? nullptr : made->getDefiningOp(),
                  "is not elementwise");
  }
  UpdateOp update = UpdateWriter(func, slice, region).write();
  // Extras are read in skipped steps, too, so they rule out `skip`.
  bool isSkipped = slice.extras.empty() && raiseSkip(update);
  remark::passed(update.getLoc(), kUpdateRemark)
      << ("raised the update of '" + name + "': " + Twine(slice.states.size()) +
          " states, " + Twine(slice.inputs.size()) + " inputs, " +
          Twine(update.getScalars().size()) + " scalars" +
          (isSkipped ? ", skipped by a condition" : ""))
             .str();
  if (std::optional<unsigned> beside = findStateBesideSkip(update);
      beside && *beside < slice.states.size())
    remark::missed(update.getLoc(), kUpdateRemark)
        << "the update of '" + name + "' is not skipped: '" +
               fp8::getArgumentName(func, slice.states[*beside].arg) +
               "' changes in steps that skip the other states";
  return true;
}

/// Drops the operands of replaced ops that are dead. The ops are erased later,
/// because analyses hold pointers to their results.
static void disconnect(const UpdateSlice &slice,
                       SmallVectorImpl<Operation *> &dead) {
  SmallVector<Operation *> ops(slice.ops.begin(), slice.ops.end());
  for (const SliceReduction &reduction : slice.reductions)
    ops.push_back(reduction.op);
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
  for (Operation *op : ops)
    if (isOpTriviallyDead(op)) {
      op->dropAllReferences();
      dead.push_back(op);
    }
}

void RaiseUpdates::raise(func::FuncOp func, const PairedStep &step) {
  UpdateSlicer slicer(func, step.loss);
  SmallVector<Operation *> dead;
  for (StateGroup &group : groupStates(func, step.pairing))
    while (!group.empty()) {
      UpdateSlice slice = slicer.takeNext(group);
      if (raise(func, slice))
        disconnect(slice, dead);
    }
  for (Operation *op : dead)
    op->erase();
  // An update follows its operands, so it may come after its users.
  sortTopologically(&func.front());
}

void RaiseUpdates::runOnOperation() {
  func::FuncOp func = findEntry(getOperation());
  if (!func)
    return signalPassFailure();
  splitElementwiseResults(func);
  FailureOr<PairedStep> paired = pairStates(func);
  if (failed(paired))
    return signalPassFailure();
  raise(func, *paired);
  recordDone(getOperation(), getArgument());
}

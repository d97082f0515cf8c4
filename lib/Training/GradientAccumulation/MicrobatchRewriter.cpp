//===- MicrobatchRewriter.cpp - repeats the ops of a plan -----------------===//

#include "MicrobatchRewriter.h"

#include "DataParallel.h"
#include "fp8/Utils/ArgumentAttributes.h"
#include "fp8/Utils/RankArgument.h"
#include "fp8/Utils/TensorType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

Value MicrobatchRewriter::createSlice(BlockArgument batch, int64_t i) {
  auto type = cast<RankedTensorType>(batch.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(func.getContext(), type.getShape());
  offsets[0] = builder.getIndexAttr(i);
  sizes[0] = builder.getIndexAttr(1);
  auto sliceType = RankedTensorType::get(type.getShape().drop_front(),
                                         type.getElementType());
  return tensor::ExtractSliceOp::create(builder, batch.getLoc(), sliceType,
                                        batch, offsets, sizes, strides);
}

void MicrobatchRewriter::addRank() {
  if (!counts.needsRank)
    return;
  useOffset = getRankNumber(func);
  if (counts.micro == 1)
    return;
  builder.setInsertionPointAfterValue(useOffset);
  Value micro = arith::ConstantIntOp::create(builder, func.getLoc(),
                                             counts.micro, /*width=*/32);
  useOffset = arith::MulIOp::create(builder, func.getLoc(), useOffset, micro);
}

/// Adds a micro-batch dimension to the batches, and makes their readers read
/// the slice of the first micro-batch.
void MicrobatchRewriter::splitBatches() {
  SmallVector<Type> types(func.getArgumentTypes());
  {
    ArgumentAttributes attributes(func);
    for (unsigned i : plan.batches)
      attributes.set(i, FP8Dialect::kMicrobatchesAttrName,
                     builder.getI64IntegerAttr(counts.micro));
  }
  builder.setInsertionPointToStart(&block);
  for (unsigned i : plan.batches) {
    BlockArgument batch = func.getArgument(i);
    auto type = cast<RankedTensorType>(batch.getType());
    SmallVector<int64_t> shape = {counts.micro};
    llvm::append_range(shape, type.getShape());
    types[i] = RankedTensorType::get(shape, type.getElementType());
    batch.setType(types[i]);
    Value slice = createSlice(batch, 0);
    batch.replaceAllUsesExcept(slice, slice.getDefiningOp());
    firstSlices.push_back(slice);
    // An update reads the batch directly: combine its slices over
    // micro-batches.
    if (auto it = plan.combined.find(batch); it != plan.combined.end()) {
      Combination combination = it->second;
      plan.combined.erase(it);
      plan.combined.insert({slice, combination});
    }
  }
  func.setFunctionType(builder.getFunctionType(types, func.getResultTypes()));
}

/// Returns `value` rounded to bf16 and back to f32 if it is a gradient tensor,
/// else unchanged.
static Value roundGradient(OpBuilder &builder, Value value,
                           Combination combination) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() == 0 || combination != Combination::Mean)
    return value;
  return castFloat(builder, castFloat(builder, value, builder.getBF16Type()),
                   builder.getF32Type());
}

Value MicrobatchRewriter::getSummand(Value value, Combination combination) {
  value = castFloat(builder, value, builder.getF32Type());
  // Without ranks, micro-batches simulate ranks, so their gradients are rounded
  // as ranks would round them.
  bool isRank = counts.ranks == 1 && counts.roundsGradients;
  return isRank ? roundGradient(builder, value, combination) : value;
}

void MicrobatchRewriter::collect(Operation *original, Operation *op,
                                 int64_t i) {
  builder.setInsertionPointAfter(op);
  Location loc = op->getLoc();
  for (auto [value, now] :
       llvm::zip_equal(original->getResults(), op->getResults())) {
    auto it = plan.combined.find(value);
    if (it != plan.combined.end())
      sums[value].add(builder, loc, getSummand(now, it->second), it->second,
                      counts.groups);
    auto stacked = stackedAs.find(value);
    if (stacked == stackedAs.end())
      continue;
    for (unsigned result : stacked->second) {
      auto type = cast<RankedTensorType>(value.getType());
      SmallVector<int64_t> shape = {counts.micro};
      llvm::append_range(shape, type.getShape());
      Value &stack = stacks[result];
      if (i == 0)
        stack =
            tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
      if (isEmptyTensor(type))
        continue;
      SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0));
      SmallVector<OpFoldResult> strides(shape.size(), builder.getIndexAttr(1));
      SmallVector<OpFoldResult> sizes =
          getAsIndexOpFoldResult(func.getContext(), shape);
      offsets[0] = builder.getIndexAttr(i);
      sizes[0] = builder.getIndexAttr(1);
      stack = tensor::InsertSliceOp::create(builder, loc, now, stack, offsets,
                                            sizes, strides);
    }
  }
}

void MicrobatchRewriter::addSlices(int64_t i) {
  builder.setInsertionPoint(block.getTerminator());
  for (auto [argument, first] : llvm::zip_equal(plan.batches, firstSlices)) {
    OpBuilder::InsertionGuard guard(builder);
    Value slice = createSlice(func.getArgument(argument), i);
    mappings[i].map(first, slice);
    collect(first.getDefiningOp(), slice.getDefiningOp(), i);
  }
}

/// Maps the states that micro-batch `i` of `phase` reads to the values of the
/// previous micro-batch.
void MicrobatchRewriter::carryStates(unsigned phase, int64_t i) {
  for (const CarriedState &state : plan.carried)
    if (state.phase == phase)
      mappings[i].map(func.getArgument(state.argument),
                      mappings[i - 1].lookupOrDefault(
                          block.getTerminator()->getOperand(state.result)));
}

void MicrobatchRewriter::addRepetition(unsigned phase, int64_t i) {
  carryStates(phase, i);
  for (Operation *op : plan.phases[phase].repeated) {
    builder.setInsertionPoint(block.getTerminator());
    Operation *clone = builder.clone(*op, mappings[i]);
    // Users find a tensor by its name, so each copy needs a unique name.
    if (auto name = clone->getAttrOfType<StringAttr>(FP8Dialect::kNameAttrName))
      clone->setAttr(
          FP8Dialect::kNameAttrName,
          builder.getStringAttr(name.getValue() + ".microbatch" + Twine(i)));
    setBatchNumber(clone, i, useOffset);
    collect(op, clone, i);
  }
}

/// Repeats the ops of a phase for all micro-batches, and moves its per-step ops
/// behind them.
void MicrobatchRewriter::addPhase(unsigned phase) {
  const MicrobatchPhase &ops = plan.phases[phase];
  if (phase != 0)
    for (Operation *op : ops.repeated)
      op->moveBefore(block.getTerminator());
  for (Operation *op : ops.repeated)
    collect(op, op, 0);
  for (int64_t i = 1; i < counts.micro; ++i) {
    if (phase == 0)
      addSlices(i);
    addRepetition(phase, i);
  }
  for (Operation *op : ops.late)
    op->moveBefore(block.getTerminator());
}

/// Replaces the input `use` of an update by the f32 value `wide`, and removes
/// the casts in the region that extend the narrower type.
static void widenInput(OpOperand &use, Value wide) {
  auto update = cast<UpdateOp>(use.getOwner());
  Type before = getElementTypeOrSelf(use.get().getType());
  use.set(wide);
  OperandRange inputs = update.getInputs();
  unsigned first = inputs.getBeginOperandIndex(), i = use.getOperandNumber();
  if (i < first || i >= first + inputs.size())
    return;
  BlockArgument arg =
      update.getBody().getArgument(update.getNumStates() + i - first);
  for (Operation *user : llvm::make_early_inc_range(arg.getUsers())) {
    auto round = dyn_cast<arith::TruncFOp>(user);
    if (!round || round.getType() != before)
      continue;
    for (Operation *reader : llvm::make_early_inc_range(round->getUsers()))
      if (isa<arith::ExtFOp>(reader) &&
          reader->getResult(0).getType() == arg.getType()) {
        reader->getResult(0).replaceAllUsesWith(arg);
        reader->erase();
      }
    if (round.use_empty())
      round.erase();
  }
}

void MicrobatchRewriter::replaceInLate(Value value, Value combined) {
  Value narrow;
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    if (!late.contains(block.findAncestorOpInBlock(*use.getOwner())) ||
        use.getOwner() == combined.getDefiningOp())
      continue;
    if (isa<UpdateOp>(use.getOwner())) {
      widenInput(use, combined);
      continue;
    }
    if (!narrow)
      narrow =
          castFloat(builder, combined, getElementTypeOrSelf(value.getType()));
    use.set(narrow);
  }
}

/// Replaces the operands of per-step ops and the results of the function by the
/// combined values.
void MicrobatchRewriter::finish() {
  for (auto [value, combination] : plan.combined) {
    Value sum = sums.at(value).getTotal();
    builder.setInsertionPointAfterValue(sum);
    if (counts.ranks > 1 && counts.roundsGradients)
      sum = roundGradient(builder, sum, combination);
    if (counts.ranks > 1)
      sum = reduceOverRanks(builder, sum, combination, getMesh(func));
    if (combination == Combination::Mean)
      sum = divideSum(builder, sum, counts.micro * counts.ranks);
    replaceInLate(value, sum);
  }
  Operation *terminator = block.getTerminator();
  for (auto [result, stack] : stacks)
    terminator->setOperand(result, stack);
  for (const CarriedState &state : plan.carried)
    terminator->setOperand(
        state.result,
        mappings.back().lookup(terminator->getOperand(state.result)));
  func.setFunctionType(builder.getFunctionType(func.getArgumentTypes(),
                                               terminator->getOperandTypes()));
}

void MicrobatchRewriter::rewrite() {
  if (counts.ranks > 1)
    markBatches(func, plan.batches);
  addRank();
  // With one micro-batch, batches keep their shapes and results are not
  // stacked.
  if (counts.micro > 1) {
    splitBatches();
    for (unsigned result : plan.stacked)
      stackedAs[block.getTerminator()->getOperand(result)].push_back(result);
  }
  for (Value first : firstSlices)
    collect(first.getDefiningOp(), first.getDefiningOp(), 0);
  builder.setInsertionPointToStart(&block);
  for (auto [value, combination] : plan.combined)
    if (isa<BlockArgument>(value))
      sums[value].add(builder, value.getLoc(),
                      castFloat(builder, value, builder.getF32Type()),
                      combination, counts.groups);
  mappings.resize(counts.micro);
  for (unsigned phase = 0, e = plan.phases.size(); phase < e; ++phase)
    addPhase(phase);
  for (const MicrobatchPhase &phase : plan.phases)
    for (Operation *op : phase.repeated)
      setBatchNumber(op, 0, useOffset);
  finish();
}

//===- Microbatches.cpp - --fp8-microbatches ------------------------------===//

#include "../ArgumentAttributes.h"
#include "MicrobatchPlan.h"
#include "fp8/Analysis/Entry.h"
#include "fp8/Numerics/Philox.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8MICROBATCHES
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

namespace {

/// Repeats the ops of a plan. The ops that are there become those of the first
/// micro-batch.
class MicrobatchRewriter {
public:
  MicrobatchRewriter(func::FuncOp func, MicrobatchPlan plan, int64_t count)
      : func(func), block(func.front()), plan(std::move(plan)), count(count),
        builder(func.getContext()) {
    for (const MicrobatchPhase &phase : this->plan.phases)
      late.insert(phase.late.begin(), phase.late.end());
    late.insert(block.getTerminator());
  }

  void rewrite();

private:
  void splitBatches();
  Value createSlice(BlockArgument batch, int64_t i);
  void addSlices(int64_t i);
  void carryStates(unsigned phase, int64_t i);
  void addRepetition(unsigned phase, int64_t i);
  void addPhase(unsigned phase);
  /// Takes what `op`, of micro-batch `i`, gives in the place of `original`.
  void collect(Operation *original, Operation *op, int64_t i);
  void finish();
  void replaceInLate(Value value, Value combined);

  func::FuncOp func;
  Block &block;
  MicrobatchPlan plan;
  int64_t count;
  OpBuilder builder;
  /// Of batches, in their order: those of the first micro-batch.
  SmallVector<Value> firstSlices;
  /// What `plan.combined` is of the micro-batches so far.
  llvm::DenseMap<Value, Value> sums;
  /// What runs once, the terminator included.
  llvm::DenseSet<Operation *> late;
  /// The results that a value becomes, if each micro-batch has its own.
  llvm::DenseMap<Value, SmallVector<unsigned, 1>> stackedAs;
  /// The results of which each micro-batch has its own, so far.
  llvm::DenseMap<unsigned, Value> stacks;
  /// By micro-batch, what stands for the values of the first one.
  SmallVector<IRMapping> mappings;
};

} // namespace

/// `value` with elements of type `element`.
static Value castFloat(OpBuilder &builder, Value value, Type element) {
  Type type = value.getType();
  Type to = element;
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    to = shaped.clone(element);
  if (to == type)
    return value;
  if (element.isF32())
    return arith::ExtFOp::create(builder, value.getLoc(), to, value);
  return arith::TruncFOp::create(builder, value.getLoc(), to, value);
}

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

/// Gives batches their new dimension, and their readers the first slice.
void MicrobatchRewriter::splitBatches() {
  SmallVector<Type> types(func.getArgumentTypes());
  {
    ArgumentAttributes attributes(func);
    for (unsigned i : plan.batches)
      attributes.set(i, FP8Dialect::kMicrobatchesAttrName,
                     builder.getI64IntegerAttr(count));
  }
  builder.setInsertionPointToStart(&block);
  for (unsigned i : plan.batches) {
    BlockArgument batch = func.getArgument(i);
    auto type = cast<RankedTensorType>(batch.getType());
    SmallVector<int64_t> shape = {count};
    llvm::append_range(shape, type.getShape());
    types[i] = RankedTensorType::get(shape, type.getElementType());
    batch.setType(types[i]);
    Value slice = createSlice(batch, 0);
    batch.replaceAllUsesExcept(slice, slice.getDefiningOp());
    firstSlices.push_back(slice);
    // A batch that updates read themselves is combined as it is.
    if (auto it = plan.combined.find(batch); it != plan.combined.end()) {
      Combination combination = it->second;
      plan.combined.erase(it);
      plan.combined.insert({slice, combination});
    }
  }
  func.setFunctionType(builder.getFunctionType(types, func.getResultTypes()));
}

void MicrobatchRewriter::collect(Operation *original, Operation *op,
                                 int64_t i) {
  builder.setInsertionPointAfter(op);
  Location loc = op->getLoc();
  for (auto [value, now] :
       llvm::zip_equal(original->getResults(), op->getResults())) {
    auto it = plan.combined.find(value);
    if (it != plan.combined.end()) {
      Value &sum = sums[value];
      Value wide = castFloat(builder, now, builder.getF32Type());
      if (i == 0)
        sum = wide;
      else if (it->second == Combination::Mean)
        sum = arith::AddFOp::create(builder, loc, sum, wide);
      else
        sum = arith::MaximumFOp::create(builder, loc, sum, wide);
    }
    auto stacked = stackedAs.find(value);
    if (stacked == stackedAs.end())
      continue;
    for (unsigned result : stacked->second) {
      auto type = cast<RankedTensorType>(value.getType());
      SmallVector<int64_t> shape = {count};
      llvm::append_range(shape, type.getShape());
      Value &stack = stacks[result];
      if (i == 0)
        stack =
            tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
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

/// What micro-batch `i` rounds must not draw what another one draws.
static void setUse(Operation *root, int64_t i) {
  auto use =
      static_cast<int32_t>(numerics::use::microBatch(static_cast<uint32_t>(i)));
  root->walk([&](Operation *op) {
    Builder builder(op->getContext());
    if (auto draw = dyn_cast<DrawOp>(op))
      draw.setUse(use);
    auto quantize = dyn_cast<QuantizeOp>(op);
    if (quantize && quantize.getRounding() != RoundingMode::NearestEven)
      quantize.setUse(use);
  });
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

/// Micro-batch `i` reads the states of `phase` as the one before left them.
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
    // Names tell what a tensor is to whoever looks at one.
    if (auto name = clone->getAttrOfType<StringAttr>(FP8Dialect::kNameAttrName))
      clone->setAttr(
          FP8Dialect::kNameAttrName,
          builder.getStringAttr(name.getValue() + ".microbatch" + Twine(i)));
    setUse(clone, i);
    collect(op, clone, i);
  }
}

/// The ops of the first phase stand before what runs once already.
void MicrobatchRewriter::addPhase(unsigned phase) {
  const MicrobatchPhase &ops = plan.phases[phase];
  if (phase != 0)
    for (Operation *op : ops.repeated)
      op->moveBefore(block.getTerminator());
  for (Operation *op : ops.repeated)
    collect(op, op, 0);
  for (int64_t i = 1; i < count; ++i) {
    if (phase == 0)
      addSlices(i);
    addRepetition(phase, i);
  }
  for (Operation *op : ops.late)
    op->moveBefore(block.getTerminator());
}

/// Makes the input `use` of an update, of a narrower type so far, `wide`, of
/// f32. Its region need not round as if it were still narrow.
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

/// Gives late ops and results what the micro-batches are together.
void MicrobatchRewriter::finish() {
  for (auto [value, combination] : plan.combined) {
    Value sum = sums[value];
    builder.setInsertionPointAfterValue(sum);
    if (combination == Combination::Mean) {
      float inverse = 1.0f / static_cast<float>(count);
      TypedAttr attribute = builder.getF32FloatAttr(inverse);
      if (auto type = dyn_cast<RankedTensorType>(sum.getType()))
        attribute = DenseElementsAttr::get(type, inverse);
      Location loc = sum.getLoc();
      Value factor = arith::ConstantOp::create(builder, loc, attribute);
      sum = arith::MulFOp::create(builder, loc, sum, factor);
    }
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
  splitBatches();
  for (unsigned result : plan.stacked)
    stackedAs[block.getTerminator()->getOperand(result)].push_back(result);
  for (Value first : firstSlices)
    collect(first.getDefiningOp(), first.getDefiningOp(), 0);
  mappings.resize(count);
  for (unsigned phase = 0, e = plan.phases.size(); phase < e; ++phase)
    addPhase(phase);
  for (const MicrobatchPhase &phase : plan.phases)
    for (Operation *op : phase.repeated)
      setUse(op, 0);
  finish();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct Microbatches : fp8::impl::FP8MicrobatchesBase<Microbatches> {
  using FP8MicrobatchesBase::FP8MicrobatchesBase;

  void runOnOperation() override {
    if (failed(split()))
      signalPassFailure();
  }

private:
  LogicalResult compileShared(func::FuncOp step,
                              SmallVectorImpl<llvm::Regex> &regexes);
  LogicalResult split();
  FailureOr<MicrobatchPlan> plan(func::FuncOp func,
                                 ArrayRef<llvm::Regex> regexes);
};

} // namespace

LogicalResult
Microbatches::compileShared(func::FuncOp step,
                            SmallVectorImpl<llvm::Regex> &regexes) {
  SmallVector<std::string> names;
  for (unsigned i = 0, e = step.getNumArguments(); i < e; ++i)
    names.push_back(fp8::getArgumentName(step, i));
  for (const std::string &pattern : shared) {
    llvm::Regex regex("^(" + pattern + ")$");
    std::string error;
    if (pattern.empty() || !regex.isValid(error))
      return emitError(getOperation().getLoc(),
                       "expected shared= to hold regular expressions, but '")
             << pattern
             << "' is none: " << (pattern.empty() ? "it is empty" : error);
    if (llvm::none_of(names,
                      [&](StringRef name) { return regex.match(name); })) {
      InFlightDiagnostic diag =
          emitError(step.getLoc(),
                    "expected shared= to match an argument, but '")
          << pattern << "' matches none";
      diag.attachNote() << "the arguments are " << llvm::join(names, ", ");
      return diag;
    }
    regexes.push_back(std::move(regex));
  }
  return success();
}

FailureOr<MicrobatchPlan> Microbatches::plan(func::FuncOp func,
                                             ArrayRef<llvm::Regex> regexes) {
  FailureOr<Loss> found = resolveLoss(func, loss);
  if (failed(found))
    return failure();
  FailureOr<StatePairing> pairing = StatePairing::compute(func, *found);
  if (failed(pairing))
    return failure();
  return planMicrobatches(func, *found, *pairing, regexes);
}

/// Each micro-batch is a copy of the forward and the backward.
static constexpr int64_t kMaxMicrobatches = 1024;

LogicalResult Microbatches::split() {
  ModuleOp module = getOperation();
  if (number < 1)
    return emitError(module.getLoc(),
                     "expected a positive number of micro-batches, but got ")
           << int64_t(number);
  if (number > kMaxMicrobatches)
    return emitError(module.getLoc(), "unsupported number of micro-batches ")
           << int64_t(number) << "; supported are up to " << kMaxMicrobatches;
  if (number == 1 && shared.empty())
    return success();
  FailureOr<SmallVector<func::FuncOp>> steps = findSteps(module);
  if (failed(steps))
    return failure();
  SmallVector<llvm::Regex> regexes;
  if (failed(compileShared(steps->front(), regexes)))
    return failure();
  if (number == 1)
    return success();
  expandOptimizers(module);
  for (func::FuncOp func : *steps) {
    FailureOr<MicrobatchPlan> planned = plan(func, regexes);
    if (failed(planned))
      return failure();
    MicrobatchRewriter(func, std::move(*planned), number).rewrite();
  }
  recordDone(module, getArgument());
  return success();
}

//===- FunctionEmitter.cpp - the walk over a kernel -----------------------===//

#include "FunctionEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Scopes and loops
//===----------------------------------------------------------------------===//

void FunctionEmitter::openScope(ArrayRef<unsigned> dims, bool isItem) {
  Scope scope;
  scope.dims = scopes.empty() ? llvm::SmallBitVector(model.getNumDims())
                              : scopes.back().dims;
  for (unsigned dim : dims)
    scope.dims.set(dim);
  scope.isItem = isItem;
  scopes.push_back(std::move(scope));
}

void FunctionEmitter::closeScope() { scopes.pop_back(); }

namespace {
/// While an op with a region is being filled, code of the scope around it goes
/// before the outermost such op.
class HoistPoint {
public:
  HoistPoint(SmallVectorImpl<Scope> &scopes, Operation *op)
      : scopes(scopes), depth(scopes.size() - 1),
        isOutermost(!scopes.back().point.isSet()) {
    if (isOutermost)
      scopes.back().point =
          OpBuilder::InsertPoint(op->getBlock(), op->getIterator());
  }
  ~HoistPoint() {
    if (isOutermost)
      scopes[depth].point = OpBuilder::InsertPoint();
  }

private:
  SmallVectorImpl<Scope> &scopes;
  size_t depth;
  bool isOutermost;
};
} // namespace

void FunctionEmitter::emitLoop(Value from, Value to, int64_t step,
                               llvm::function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, from, to, constant(step));
  HoistPoint point(scopes, loop);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

/// Without a condition, emits the body alone.
void FunctionEmitter::emitIf(Value condition, llvm::function_ref<void()> body) {
  if (!condition)
    return body();
  auto ifOp = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  HoistPoint point(scopes, ifOp);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  body();
}

void FunctionEmitter::begin(StringRef name, int64_t numItems, int64_t grain) {
  unsigned numPointers = model.getAccesses().size() + plan.scratch.size();
  frame = target.beginFunction(b, {name, numPointers, numItems, grain});
  positions.assign(model.getNumDims(), DimPosition());
  openScope({}, /*isItem=*/plan.itemsAreElements);
}

void FunctionEmitter::end() {
  closeScope();
  target.endFunction(b, frame);
}

//===----------------------------------------------------------------------===//
// Chunks and items
//===----------------------------------------------------------------------===//

void FunctionEmitter::emitMain(StringRef name) {
  begin(name, plan.numItems, plan.grain);
  createAccumulators();
  if (plan.itemsAreElements)
    emitPhase(0, frame.begin, frame.end);
  else
    emitLoop(frame.begin, frame.end, 1, [&](Value item) { emitItem(item); });
  for (auto [r, planned] : llvm::enumerate(plan.reductions))
    if (planned.place != ReductionPlace::Item)
      storePartial(r);
  end();
}

/// The position along the item dimensions, the last of which runs fastest.
void FunctionEmitter::setItemPosition(Value item) {
  Value rest = item;
  for (auto [i, dim] : llvm::enumerate(llvm::reverse(plan.itemDims))) {
    bool isOutermost = i + 1 == plan.itemDims.size();
    Value extent = constant(model.getExtents()[dim]);
    Value index =
        isOutermost ? rest : b.createOrFold<arith::RemUIOp>(rest, extent);
    positions[dim] = {DimPosition::Scalar, index};
    if (!isOutermost)
      rest = b.createOrFold<arith::DivUIOp>(rest, extent);
  }
}

void FunctionEmitter::emitItem(Value item) {
  openScope(plan.itemDims, /*isItem=*/true);
  setItemPosition(item);
  for (unsigned phase = 0; phase < plan.numPhases; ++phase) {
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      if (plan.reductions[r].place == ReductionPlace::Item &&
          isElementOf(r, phase))
        resetAccumulator(r);
    emitPhase(phase, constant(0), constant(plan.innerExtent));
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      if (plan.reductions[r].place == ReductionPlace::Item &&
          isElementOf(r, phase))
        finishItemReduction(r);
  }
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (plan.reductions[r].place == ReductionPlace::AllItems)
      accumulateItem(r, item);
  for (unsigned i = 0, e = model.getKernel().getNumDpsInits(); i < e; ++i)
    if (!isInnerOutput(i) && !plan.isFinishOutput(model, i))
      storeItemOutput(i);
  closeScope();
}

/// Whether result `i` has several elements per item.
bool FunctionEmitter::isInnerOutput(unsigned i) const {
  llvm::SmallBitVector dims =
      model.getDims(model.getKernel().getYield().getValues()[i]);
  return llvm::any_of(plan.innerDims,
                      [&](unsigned dim) { return dims.test(dim); });
}

//===----------------------------------------------------------------------===//
// Phases, blocks, strips
//===----------------------------------------------------------------------===//

/// One pass over the inner dimensions. Results are stored in the last pass: in
/// place, an earlier one would destroy what later ones read.
void FunctionEmitter::emitPhase(unsigned phase, Value from, Value to) {
  bool hasWork = false, hasSum = false;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    hasWork |= isElementOf(r, phase);
    hasSum |= isElementOf(r, phase) && isSum(r);
  }
  if (phase + 1 == plan.numPhases)
    for (unsigned i = 0, e = model.getKernel().getNumDpsInits(); i < e; ++i)
      hasWork |= isInnerOutput(i);
  if (!hasWork)
    return;
  if (!hasSum ||
      (!plan.itemsAreElements && plan.innerExtent <= kSumBlock))
    return emitSteps(from, to, hasSum ? plan.unroll : 1,
                     [&](Value first, unsigned u) {
                       emitStrip(phase, first, u);
                     });
  emitLoop(from, to, kSumBlock, [&](Value block) {
    Value end = b.createOrFold<arith::MinSIOp>(add(block, constant(kSumBlock)),
                                               to);
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      if (isElementOf(r, phase) && isSum(r))
        resetAccumulator(r);
    emitSteps(block, end, plan.unroll, [&](Value first, unsigned u) {
      emitStrip(phase, first, u);
    });
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      if (isElementOf(r, phase) && isSum(r))
        storeBlockSum(r, block);
  });
}

/// Walks [from, to) in vectors: `body` gets the first element of each, for this
/// thread, and its number within the step. The last ones are masked. `isPrivate`
/// elements are those of one thread: each walks all of its own.
void FunctionEmitter::emitSteps(Value from, Value to, unsigned unroll,
                                llvm::function_ref<void(Value, unsigned)> body,
                                bool isPrivate) {
  int64_t stride =
      int64_t(getWidth()) * (isPrivate ? 1 : target.getNumLanes());
  int64_t step = stride * unroll;
  Value size = b.createOrFold<arith::SubIOp>(to, from);
  Value rest = b.createOrFold<arith::RemSIOp>(size, constant(step));
  Value full = b.createOrFold<arith::SubIOp>(to, rest);
  auto emit = [&](Value base) {
    for (unsigned u = 0; u < unroll; ++u) {
      Value first = add(base, constant(u * stride));
      if (frame.lane && !isPrivate)
        first = add(first, mul(frame.lane, getWidth()));
      body(first, u);
    }
  };
  std::optional<int64_t> staticRest = getConstantIntValue(rest);
  std::optional<int64_t> staticSize = getConstantIntValue(size);
  if (!staticSize || *staticSize >= step)
    emitLoop(from, full, step, emit);
  if (staticRest && *staticRest == 0)
    return;
  Value hasTail;
  if (!staticRest)
    hasTail =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, rest, constant(0));
  emitIf(hasTail, [&] {
    llvm::SaveAndRestore saved(tailEnd, to);
    emit(full);
  });
}

/// The elements of a vector that begins at `first` and lie before the end: the
/// count is clamped before it is compared, in 32 bits.
Value FunctionEmitter::makeMask(Value first) {
  if (!tailEnd)
    return {};
  Value left = b.createOrFold<arith::SubIOp>(tailEnd, first);
  left = b.createOrFold<arith::MaxSIOp>(left, constant(0));
  left = b.createOrFold<arith::MinSIOp>(left, constant(getWidth()));
  left = b.createOrFold<arith::TruncIOp>(b.getI32Type(), left);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                               iota(b.getI32Type()), broadcast(left));
}

void FunctionEmitter::setInnerPosition(Value first) {
  if (plan.innerDims.size() == 1) {
    positions[plan.innerDims[0]] = {DimPosition::Lane, first};
    return;
  }
  // Elements in row-major order of several dimensions: one index each.
  Type type = vectorOf(b.getI64Type());
  Value rest = arith::AddIOp::create(b, broadcast(first), iota(b.getI64Type()));
  for (auto [i, dim] : llvm::enumerate(llvm::reverse(plan.innerDims))) {
    bool isOutermost = i + 1 == plan.innerDims.size();
    Value extent = splat(type, b.getI64IntegerAttr(model.getExtents()[dim]));
    Value index = isOutermost
                      ? rest
                      : arith::RemUIOp::create(b, rest, extent).getResult();
    positions[dim] = {DimPosition::General, index};
    if (!isOutermost)
      rest = arith::DivUIOp::create(b, rest, extent);
  }
}

void FunctionEmitter::emitStrip(unsigned phase, Value first, unsigned u) {
  llvm::SaveAndRestore saved(mask, makeMask(first));
  openScope(plan.innerDims, /*isItem=*/true);
  setInnerPosition(first);
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (isElementOf(r, phase))
      accumulate(r, u);
  if (phase + 1 == plan.numPhases)
    for (unsigned i = 0, e = model.getKernel().getNumDpsInits(); i < e; ++i)
      if (isInnerOutput(i))
        storeOutput(i);
  closeScope();
  for (unsigned dim : plan.innerDims)
    positions[dim] = DimPosition();
}

//===----------------------------------------------------------------------===//
// The finish
//===----------------------------------------------------------------------===//

void FunctionEmitter::emitFinish(StringRef name) {
  begin(name, /*numItems=*/1, /*grain=*/1);
  scopes.back().isItem = true;
  accumulators.assign(plan.reductions.size(), {});
  inFinish = true;
  for (auto [r, planned] : llvm::enumerate(plan.reductions)) {
    if (planned.place == ReductionPlace::Item)
      continue;
    const Reduction &reduction = model.getReductions()[r];
    Value result = combineWithInit(r, reduceScratch(r));
    scopes.back().values[reduction.value] = result;
  }
  for (unsigned i = 0, e = model.getKernel().getNumDpsInits(); i < e; ++i)
    if (plan.isFinishOutput(model, i))
      storeItemOutput(i);
  inFinish = false;
  end();
}

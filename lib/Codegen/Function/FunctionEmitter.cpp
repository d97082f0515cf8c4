//===- FunctionEmitter.cpp - traversal of a kernel's domain ---------------===//

#include "FunctionEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

FunctionEmitter::~FunctionEmitter() = default;

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

void FunctionEmitter::forEachScope(llvm::function_ref<void(Scope &)> body) {
  llvm::for_each(scopes, body);
}

void FunctionEmitter::emitLoop(Value from, Value to, int64_t step,
                               llvm::function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, from, to, constant(step));
  HoistPoint point(scopes, loop);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

/// Emits `body` under `condition`. A null condition is always true.
void FunctionEmitter::emitIf(Value condition, llvm::function_ref<void()> body) {
  if (!condition)
    return body();
  auto ifOp = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  HoistPoint point(scopes, ifOp);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  body();
}

void FunctionEmitter::begin(StringRef name, int64_t numItems, int64_t grain,
                            bool isFinish) {
  unsigned numPointers = model.getAccesses().size() + plan.scratch.size() +
                         plan.matrix.has_value();
  FunctionRequest request = {name,
                             numPointers,
                             numItems,
                             grain,
                             plan.isBucketed || plan.sharesLaunch,
                             isFinish};
  if (plan.sharesRows())
    request.blockWarps = plan.blockWarps;
  frame = target.beginFunction(b, request);
  loadExtents();
  itemOfThread = Value();
  laneOfChunk = frame.lane;
  if (plan.itemsPerIteration > 1 && !isFinish) {
    Value threads = constant(plan.threadsPerItem);
    itemOfThread = b.div(frame.lane, threads);
    frame.lane = arith::RemUIOp::create(b, frame.lane, threads);
    frame.threadsPerItem = plan.threadsPerItem;
  }
  positions.assign(model.getNumDims(), DimPosition());
  openScope({}, /*isItem=*/plan.itemsAreElements());
}

/// Loads the extents of the matrix that this chunk belongs to.
void FunctionEmitter::loadExtents() {
  matrixExtents.clear();
  if (!plan.matrix)
    return;
  unsigned place = model.getKernel().getInputs().size();
  Value address = frame.pointers[place];
  frame.pointers.erase(frame.pointers.begin() + place);
  if (!frame.nextPointers.empty())
    frame.nextPointers.erase(frame.nextPointers.begin() + place);
  for (int32_t word : {0, 1}) {
    Value element = LLVM::GEPOp::create(b, address.getType(), b.getI64Type(),
                                        address, ArrayRef<LLVM::GEPArg>{word});
    matrixExtents.push_back(
        LLVM::LoadOp::create(b, b.getI64Type(), element, /*alignment=*/8));
  }
}

void FunctionEmitter::end() {
  closeScope();
  target.endFunction(b, frame);
}

//===----------------------------------------------------------------------===//
// Chunks and items
//===----------------------------------------------------------------------===//

void FunctionEmitter::emitMain(StringRef name) {
  begin(name, plan.numItems * plan.elementsPerItem,
        plan.grain * plan.elementsPerItem, /*isFinish=*/false);
  if (plan.joinedBytes != 0)
    sharedSlots = target.createBlockShared(b, frame, plan.joinedBytes);
  createAccumulators();
  prepare();
  casts = SpeculatedCasts::find(plan, target);
  emitStreaming([&] {
    if (casts.areOfChunk())
      emitAssuming([&] { emitChunk(); });
    else
      emitChunk();
  });
  if (casts.areOfChunk())
    emitIf(hasMetNaN(), [&] { emitChunk(); });
  for (auto [r, planned] : llvm::enumerate(plan.reductions))
    if (planned.place != ReductionPlace::Item)
      storePartial(r);
  end();
}

/// Emits the traversal of a chunk. For a multi-tensor launch whose work items
/// are groups, this is the whole groups and then the partial group at the end
/// of the tensor. Blocks of a matrix count as whole groups.
void FunctionEmitter::emitChunk() {
  if (plan.elementsPerItem == 1)
    return emitItems();
  llvm::SaveAndRestore savedBegin(frame.begin), savedEnd(frame.end);
  Value size = constant(plan.elementsPerItem);
  Value end = frame.end;
  frame.begin = b.div(frame.begin, size);
  frame.end = b.div(frame.end, size);
  if (plan.matrix)
    return emitItems();
  Value left = arith::RemUIOp::create(b, end, size);
  auto isNot = [&](Value a, Value other) -> Value {
    return b.compare(arith::CmpIPredicate::ne, a, other);
  };
  emitIf(isNot(frame.begin, frame.end), [&] { emitItems(); });
  emitIf(isNot(left, constant(0)), [&] {
    llvm::SaveAndRestore saved(lastItemEnd, left);
    openScope(plan.itemDims, /*isItem=*/true);
    Value part = setItemPosition(frame.end);
    emitItem(part, frame.end);
    closeScope();
  });
}

void FunctionEmitter::emitItems() {
  if (plan.blockWarps > 1)
    return emitSharedItems();
  emitLoop(frame.begin, frame.end, plan.itemsPerIteration,
           [&](Value item) { emitItemOfThread(item); });
}

/// Emits `body` for the first item of the chunk, in a loop of one iteration, so
/// that values common to all items are hoisted before it.
void FunctionEmitter::emitFirstItem(llvm::function_ref<void(Value)> body) {
  emitLoop(frame.begin, add(frame.begin, constant(1)), 1, body);
}

/// Emits work item `item`, or the item of this thread if threads process
/// several items side by side.
void FunctionEmitter::emitItemOfThread(Value item) {
  if (itemOfThread)
    item = add(item, itemOfThread);
  Value part = setItemPosition(item);
  emitIf(isInsideDomain(), [&] {
    // Each version of the code of a block opens its own scope for the
    // reductions of the item.
    openScope(plan.itemDims, /*isItem=*/!plan.as<BlockPlan>());
    emitItem(part, item);
    closeScope();
  });
}

/// Sets the position along the item dimensions, the last of which varies
/// fastest. Returns the index of the tile or panel within that position.
Value FunctionEmitter::setItemPosition(Value item) {
  Value rest = item;
  Value part = constant(0);
  if (plan.partsPerPoint != 1) {
    Value parts = planned(plan.partsPerPoint);
    part = b.createOrFold<arith::RemUIOp>(rest, parts);
    rest = b.createOrFold<arith::DivUIOp>(rest, parts);
  }
  setScalarPositions(plan.itemDims, rest);
  return part;
}

/// Sets the position along `dims` to point `index` in row-major order.
void FunctionEmitter::setScalarPositions(ArrayRef<unsigned> dims, Value index) {
  Value rest = index;
  for (auto [i, dim] : llvm::enumerate(llvm::reverse(dims))) {
    bool isOutermost = i + 1 == dims.size();
    Value extent = planned(model.getExtents()[dim]);
    positions[dim] = {
        DimPosition::Scalar,
        isOutermost ? rest : b.createOrFold<arith::RemUIOp>(rest, extent)};
    if (!isOutermost)
      rest = b.createOrFold<arith::DivUIOp>(rest, extent);
  }
}

/// Returns the end of the loop along `dim`. It is earlier at the last point of
/// the outer dimension of a ragged pair, and in the last group of a tensor of a
/// multi-tensor launch.
Value FunctionEmitter::getEnd(unsigned dim) {
  if (lastItemEnd)
    return lastItemEnd;
  Value extent = planned(model.getExtents()[dim]);
  const RaggedDims *pair = model.getRagged(dim);
  if (!pair)
    return extent;
  Value before =
      mul(positions[pair->outer].value, model.getExtents()[pair->inner]);
  Value left = b.sub(planned(pair->extent), before);
  return minimum(left, extent);
}

/// Returns the number of points of the inner dimensions of this item.
Value FunctionEmitter::getInnerEnd() {
  return plan.innerDims.size() == 1 ? getEnd(plan.innerDims[0])
                                    : constant(plan.innerExtent);
}

/// Returns an i1 that is true if the current point of the item dimensions lies
/// in the domain; null if all points do.
Value FunctionEmitter::isInsideDomain() {
  Value all;
  for (const RaggedDims &pair : model.getRagged()) {
    if (!llvm::is_contained(plan.itemDims, pair.inner))
      continue;
    Value isInside = b.compare(arith::CmpIPredicate::slt,
                               positions[pair.inner].value, getEnd(pair.inner));
    all = both(all, isInside);
  }
  return all;
}

void FunctionEmitter::clearPositions(ArrayRef<unsigned> dims) {
  for (unsigned dim : dims)
    positions[dim] = DimPosition();
}

/// Stores results with one value per item.
void FunctionEmitter::storeItem(Value item) {
  storeOutputs([&](unsigned i) {
    return !plan.isInnerOutput(i) && !plan.isFinishOutput(i);
  });
  accumulateItems(item);
}

/// Accumulates the element of a work item into each reduction over all items.
/// If warps share the item, only the first warp accumulates.
void FunctionEmitter::accumulateItems(Value item) {
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (plan.reductions[r].place == ReductionPlace::AllItems)
      emitIf(isFirstWarpStoring ? isFirstWarp() : Value(),
             [&] { accumulateItem(r, item); });
}

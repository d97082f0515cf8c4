//===- Scatter.cpp - the scatter schedule ---------------------------------===//
//
// Implements fp8.scatter_add, with slices in order and the elements of a slice
// in vectors. A work item handles one vector position in all slices. Two work
// items therefore never touch the same element of the result. On a GPU, a work
// item also covers a range of table rows. The threads of a warp test
// consecutive indices, and add the slices whose index lies in the range.
//
//===----------------------------------------------------------------------===//

#include "ScatterEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Number of slices whose elements a thread loads at once.
static constexpr int64_t kSlicesInFlight = 4;
/// A match word has one bit for each of `kWordBits` consecutive indices. A
/// thread loads the indices of `kWordsInFlight` words at once.
static constexpr int64_t kWordsInFlight = 2, kWordBits = 64;

void ScatterEmitter::emitItem(Value part, Value item) {
  ScatterAddOp scatter = model.getScatters()[0];
  Value range;
  if (schedule.tableRows != 0) {
    Value panels = constant(schedule.numPanels);
    range = b.createOrFold<arith::DivUIOp>(part, panels);
    part = b.createOrFold<arith::RemUIOp>(part, panels);
  }
  llvm::SaveAndRestore savedMask(mask);
  if (plan.hasVectorDim()) {
    int64_t extent = model.getExtents()[plan.vectorDim];
    Value first = mul(part, schedule.panelColumns);
    if (frame.lane)
      first = add(first, mul(frame.lane, width));
    if (extent % schedule.panelColumns != 0) {
      llvm::SaveAndRestore savedEnd(tailEnd, constant(extent));
      mask = makeMask(first);
    }
    openScope({plan.vectorDim}, /*isItem=*/true);
    positions[plan.vectorDim] = {DimPosition::Range, first};
  } else {
    openScope({}, /*isItem=*/true);
  }
  Value size = constant(plan.innerExtent);
  Value from = constant(0), to = size;
  if (range) {
    from = mul(range, schedule.tableRows);
    to = minimum(add(from, constant(schedule.tableRows)), size);
  }
  initializeScatter(scatter, from, to);
  int64_t numSlices =
      cast<ShapedType>(scatter.getUpdates().getType()).getDimSize(0);
  if (range)
    scanIndices(scatter, numSlices, from, to);
  else
    emitLoop(constant(0), constant(numSlices), 1, [&](Value slice) {
      SliceInFlight loaded = loadSlice(scatter, slice);
      emitIf(loaded.row.isInside, [&] { addSlice(loaded); });
    });
  closeScope();
}

/// Copies rows [from, to) of the init to the result, unless they share a
/// buffer.
void ScatterEmitter::initializeScatter(ScatterAddOp scatter, Value from,
                                       Value to) {
  Value init = scatter.getInit();
  if (init == model.getKernel().getInitArguments()[0])
    return;
  const Access &access = model.getOutputAccess(0);
  emitLoop(from, to, 1, [&](Value index) {
    openScope(plan.innerDims, /*isItem=*/true);
    setScalarPositions(plan.innerDims, index);
    Value value = evaluate(init);
    StripAddress address = getStripAddress(access);
    if (!address.isUniform)
      value = toVector(value);
    emitIf(address.isUniform ? isFirstLane() : Value(), [&] {
      store(address, value, access.elementType, getVectorAlignment(access));
    });
    clearPositions(plan.innerDims);
    closeScope();
  });
}

/// Returns the table row at the index of slice `slice`.
ScatterEmitter::TableRow ScatterEmitter::findRow(ScatterAddOp scatter,
                                                 Value slice) {
  const Access &access = model.getOutputAccess(0);
  const Access &indices = model.getAccess(scatter.getIndices());
  auto indicesType = cast<ShapedType>(scatter.getIndices().getType());
  auto initType = cast<ShapedType>(scatter.getInit().getType());
  TableRow row{constant(0), constant(0), Value()};
  for (int64_t k = 0; k < indicesType.getDimSize(1); ++k) {
    Value at = add(mul(slice, indices.tensorStrides[0]),
                   constant(k * indices.tensorStrides[1]));
    auto address = StripAddress::ofElement(
        gep(frame.pointers[indices.pointer], indices.elementType, at));
    Value index = load(address, indices.elementType, /*alignment=*/1);
    if (index.getType().isIndex())
      index = arith::IndexCastOp::create(b, b.getI64Type(), index);
    else if (index.getType() != b.getI64Type())
      index = b.extendSign(index, 64);
    Value fits = b.less(index, initType.getDimSize(k));
    row.isInside = both(row.isInside, fits);
    row.number = add(mul(row.number, initType.getDimSize(k)), index);
    row.offset = add(row.offset, mul(index, access.tensorStrides[k]));
  }
  return row;
}

ScatterEmitter::SliceInFlight ScatterEmitter::loadSlice(ScatterAddOp scatter,
                                                        Value slice) {
  const Access &access = model.getOutputAccess(0);
  SmallVector<unsigned> sliceDims;
  if (unsigned dim = model.getLoopDim(scatter, 0); dim != KernelDomain::kNoDim)
    sliceDims.push_back(dim);
  openScope(sliceDims, /*isItem=*/true);
  for (unsigned dim : sliceDims)
    positions[dim] = {DimPosition::Scalar, slice};
  SliceInFlight result{findRow(scatter, slice), getStripAddress(access),
                       evaluate(scatter.getUpdates())};
  result.address.address =
      gep(result.address.address, access.elementType, result.row.offset);
  if (!result.address.isUniform)
    result.update = toVector(result.update);
  clearPositions(sliceDims);
  closeScope();
  return result;
}

void ScatterEmitter::addSlice(const SliceInFlight &slice) {
  const Access &access = model.getOutputAccess(0);
  emitIf(slice.address.isUniform ? isFirstLane() : Value(), [&] {
    Value old =
        load(slice.address, access.elementType, getVectorAlignment(access));
    store(slice.address, addFloats(old, slice.update), access.elementType,
          getVectorAlignment(access));
  });
}

//===----------------------------------------------------------------------===//
// Threads of one warp
//===----------------------------------------------------------------------===//

/// Adds all slices whose indices lie in rows [from, to), in order.
void ScatterEmitter::scanIndices(ScatterAddOp scatter, int64_t numSlices,
                                 Value from, Value to) {
  Type i64 = b.getI64Type();
  Value size = sub(to, from);
  auto findMatches = [&](Value first) -> Value {
    Value slice = add(first, frame.lane);
    Value isSlice = b.compare(arith::CmpIPredicate::slt, slice, numSlices);
    slice = minimum(slice, constant(numSlices - 1));
    TableRow row = findRow(scatter, slice);
    Value isMatch = b.less(sub(row.number, from), size);
    isMatch = both(b.andBits(isMatch, isSlice), row.isInside);
    return arith::ExtUIOp::create(b, i64, target.ballot(b, isMatch));
  };
  Value matches = createSlot(i64);
  auto atBatch = [&](Value first) {
    SmallVector<Value> words;
    for (int64_t word = 0; word < kWordsInFlight; ++word) {
      Value low = findMatches(add(first, constant(word * kWordBits)));
      Value high =
          findMatches(add(first, constant(word * kWordBits + kWordBits / 2)));
      words.push_back(b.orBits(low, b.shl(high, kWordBits / 2)));
    }
    for (auto [word, value] : llvm::enumerate(words)) {
      LLVM::StoreOp::create(b, value, matches);
      addMatches(scatter, numSlices,
                 add(first, constant(int64_t(word) * kWordBits)), matches);
    }
  };
  emitLoop(constant(0), constant(numSlices), kWordsInFlight * kWordBits,
           atBatch);
}

/// Adds the slices `first` + i for each bit i of `matches`. Several updates are
/// loaded before the first of them is added.
void ScatterEmitter::addMatches(ScatterAddOp scatter, int64_t numSlices,
                                Value first, Value matches) {
  Type i64 = b.getI64Type();
  Value count = LLVM::CtPopOp::create(
      b, i64, LLVM::LoadOp::create(b, i64, matches).getResult());
  emitLoop(constant(0), count, kSlicesInFlight, [&](Value number) {
    SmallVector<SliceInFlight> slices;
    for (int64_t k = 0; k < kSlicesInFlight; ++k) {
      Value left = LLVM::LoadOp::create(b, i64, matches);
      // The result is 64 if no bit is left. Some slice is then loaded, but not
      // added.
      Value place = LLVM::CountTrailingZerosOp::create(
          b, i64, left, /*is_zero_poison=*/false);
      Value next = b.andBits(left, b.sub(left, 1));
      LLVM::StoreOp::create(b, next, matches);
      slices.push_back(loadSlice(
          scatter, minimum(add(first, place), constant(numSlices - 1))));
    }
    for (auto [k, slice] : llvm::enumerate(slices)) {
      Value isLeft;
      if (k != 0)
        isLeft = b.compare(arith::CmpIPredicate::slt,
                           add(number, constant(int64_t(k))), count);
      emitIf(isLeft, [&, &slice = slice] { addSlice(slice); });
    }
  });
}

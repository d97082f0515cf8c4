//===- Scatter.cpp - the schedule serial ----------------------------------===//
//
// fp8.scatter_add: slices in order, elements of a slice on vectors. An item is
// a vector of one slice, followed through all slices; so no two items touch one
// element of the result.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

void FunctionEmitter::emitScatter(Value part) {
  ScatterAddOp scatter = model.getScatters()[0];
  llvm::SaveAndRestore savedMask(mask);
  if (plan.hasVectorDim()) {
    int64_t extent = model.getExtents()[plan.vectorDim];
    Value first = mul(part, plan.panelColumns);
    if (frame.lane)
      first = add(first, mul(frame.lane, getWidth()));
    if (extent % plan.panelColumns != 0) {
      llvm::SaveAndRestore savedEnd(tailEnd, constant(extent));
      mask = makeMask(first);
    }
    openScope({plan.vectorDim}, /*isItem=*/true);
    positions[plan.vectorDim] = {DimPosition::Lane, first};
  } else {
    openScope({}, /*isItem=*/true);
  }
  initializeScatter(scatter);
  Value numSlices =
      constant(cast<ShapedType>(scatter.getUpdates().getType()).getDimSize(0));
  emitLoop(constant(0), numSlices, 1,
           [&](Value slice) { addSlice(scatter, slice); });
  closeScope();
}

/// Copies the init to the result, unless it lies there.
void FunctionEmitter::initializeScatter(ScatterAddOp scatter) {
  Value init = scatter.getInit();
  if (init == model.getKernel().getInitArguments()[0])
    return;
  int64_t size = 1;
  for (unsigned dim : plan.innerDims)
    size *= model.getExtents()[dim];
  const Access &access = model.getOutputAccess(0);
  emitLoop(constant(0), constant(size), 1, [&](Value index) {
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

/// Adds slice `slice` where its index says, if that lies inside.
void FunctionEmitter::addSlice(ScatterAddOp scatter, Value slice) {
  const Access &access = model.getOutputAccess(0);
  auto indicesType = cast<ShapedType>(scatter.getIndices().getType());
  auto initType = cast<ShapedType>(scatter.getInit().getType());
  SmallVector<unsigned> sliceDims;
  if (unsigned dim = model.getLoopDim(scatter, 0); dim != KernelDomain::kNoDim)
    sliceDims.push_back(dim);
  openScope(sliceDims, /*isItem=*/true);
  for (unsigned dim : sliceDims)
    positions[dim] = {DimPosition::Scalar, slice};
  const Access &indices = model.getAccess(scatter.getIndices());
  Value offset = constant(0);
  Value isInside;
  for (int64_t k = 0; k < indicesType.getDimSize(1); ++k) {
    Value at = add(mul(slice, indices.tensorStrides[0]),
                   constant(k * indices.tensorStrides[1]));
    StripAddress address{
        gep(frame.pointers[indices.pointer], indices.elementType, at), Value(),
        /*isUniform=*/true};
    Value index = load(address, indices.elementType, /*alignment=*/1);
    if (index.getType().isIndex())
      index = arith::IndexCastOp::create(b, b.getI64Type(), index);
    else if (index.getType() != b.getI64Type())
      index = arith::ExtSIOp::create(b, b.getI64Type(), index);
    Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index,
                                       constant(initType.getDimSize(k)));
    isInside =
        isInside ? arith::AndIOp::create(b, isInside, fits).getResult() : fits;
    offset = add(offset, mul(index, access.tensorStrides[k]));
  }
  Value update = evaluate(scatter.getUpdates());
  StripAddress address = getStripAddress(access);
  address.address = gep(address.address, access.elementType, offset);
  auto addUpdate = [&] {
    Value old = load(address, access.elementType, getVectorAlignment(access));
    Value sum = addFloats(old, address.isUniform ? update : toVector(update));
    store(address, sum, access.elementType, getVectorAlignment(access));
  };
  emitIf(isInside, [&] {
    emitIf(address.isUniform ? isFirstLane() : Value(), addUpdate);
  });
  for (unsigned dim : sliceDims)
    positions[dim] = DimPosition();
  closeScope();
}

//===- StateViews.cpp - conversion of stored states and values ------------===//

#include "StateViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

using Role = StatePlane::Role;

Value PlaneValues::find(Role role) const {
  for (auto [plane, value] : llvm::zip_equal(planes, values))
    if (plane.role == role)
      return value;
  return {};
}

void PlaneValues::setRole(Role role, Value value) {
  for (auto [plane, slot] : llvm::zip_equal(planes, values))
    if (plane.role == role)
      slot = value;
}

SmallVector<Value> PlaneValues::getStates() const {
  SmallVector<Value> states;
  for (auto [plane, value] : llvm::zip_equal(planes, values))
    if (plane.role != Role::TensorScale && plane.role != Role::Amax)
      states.push_back(value);
  return states;
}

Value mlir::fp8::createScalar(ImplicitLocOpBuilder &b, float value) {
  auto type = RankedTensorType::get({}, b.getF32Type());
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, value));
}

static Value createEmpty(ImplicitLocOpBuilder &b, RankedTensorType type) {
  return tensor::EmptyOp::create(b, type, ValueRange());
}

static ArrayAttr getStorages(ImplicitLocOpBuilder &b, StorageAttr storage) {
  return b.getArrayAttr({storage});
}

/// Creates an update of one state whose region yields region argument
/// `yielded`.
static UpdateOp createCopy(ImplicitLocOpBuilder &b, StorageAttr storage,
                           ValueRange states, ValueRange inputs,
                           ValueRange scales, ValueRange inits,
                           unsigned yielded) {
  auto update = UpdateOp::create(
      b, states, inputs, /*scalars=*/ValueRange(), scales, /*skip=*/Value(),
      /*seed=*/Value(), /*step=*/Value(), /*offsets=*/ValueRange(), inits,
      /*valid=*/Value(), getStorages(b, storage),
      /*reductions=*/ArrayAttr(),
      /*indexing_maps=*/ArrayAttr(), /*static_offsets=*/DenseI64ArrayAttr(),
      /*global_shape=*/DenseI64ArrayAttr(), /*probe=*/false);
  Block &body = update.getBody().emplaceBlock();
  for (unsigned i = 0, e = 1 + inputs.size(); i < e; ++i)
    body.addArgument(b.getF32Type(), b.getLoc());
  OpBuilder inner = OpBuilder::atBlockEnd(&body);
  YieldOp::create(inner, b.getLoc(), body.getArgument(yielded));
  return update;
}

Value mlir::fp8::decodeForReaders(ImplicitLocOpBuilder &b,
                                  const StoredState &state,
                                  const PlaneValues &planes) {
  if (state.storage.getCompute() == ComputeView::Full)
    return decodeWhole(b, state, planes);
  Value main = planes.find(Role::Main);
  Format format = state.storage.getFormat();
  if (!isEightBit(format) && !state.hasTensorScale())
    return arith::ExtFOp::create(b, state.type, main);
  if (isUnsigned(format) || !isEightBit(format))
    return decodeWhole(b, state, planes);
  GranularityAttr granularity = state.storage.getGranularity();
  if (state.hasTensorScale())
    granularity = {};
  Value scaleInv =
      planes.find(granularity ? Role::GranuleScales : Role::TensorScale);
  return DequantizeOp::create(b, main, scaleInv, createEmpty(b, state.type),
                              granularity)
      .getResult();
}

Value mlir::fp8::decodeWhole(ImplicitLocOpBuilder &b, const StoredState &state,
                             const PlaneValues &planes) {
  // An update that writes an f32 copy decodes the state. Its other results are
  // unused.
  auto copy = CopyAttr::get(b.getContext(), Format::F32, /*transposed=*/false,
                            GranularityAttr());
  SmallVector<Value> states = planes.getStates(), scales, inits;
  for (Value plane : states)
    inits.push_back(createEmpty(b, cast<RankedTensorType>(plane.getType())));
  inits.push_back(createEmpty(b, state.type));
  unsigned position = inits.size() - 1;
  if (Value scaleInv = planes.find(Role::TensorScale)) {
    scales = {scaleInv, createScalar(b, 1.0f)};
    inits.push_back(createScalar(b, 0.0f));
  }
  return createCopy(b, state.getNearest(copy), states, {}, scales, inits,
                    /*yielded=*/0)
      .getResult(position);
}

/// Creates zeros for planes that an update only writes: the op requires them as
/// operands.
static Value createZeros(ImplicitLocOpBuilder &b, RankedTensorType type) {
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

PlaneValues mlir::fp8::encodeWhole(ImplicitLocOpBuilder &b,
                                   const StoredState &state, Value value) {
  PlaneValues planes(state);
  SmallVector<Value> states, inits, scales;
  SmallVector<unsigned> positions;
  for (auto [i, plane] : llvm::enumerate(planes.getPlanes())) {
    if (plane.role == Role::TensorScale || plane.role == Role::Amax)
      continue;
    states.push_back(createZeros(b, plane.type));
    inits.push_back(createEmpty(b, plane.type));
    positions.push_back(i);
  }
  Value scaleInv;
  if (state.hasTensorScale()) {
    auto amax = AmaxOp::create(b, value, createScalar(b, 0.0f));
    auto scale = ComputeScaleOp::create(
        b, amax.getResult(), Value(), state.storage.getFormat(), state.scaling);
    scaleInv = scale.getScaleInv();
    scales = {createScalar(b, 1.0f), scale.getScale()};
    inits.push_back(createScalar(b, 0.0f));
  }
  UpdateOp update = createCopy(b, state.getNearest(), states, value, scales,
                               inits, /*yielded=*/1);
  for (auto [i, position] : llvm::enumerate(positions))
    planes.set(position, update.getResult(i));
  planes.setRole(Role::TensorScale, scaleInv);
  if (state.hasTensorScale())
    planes.setRole(Role::Amax, update.getResults().back());
  return planes;
}

//===- FP8UpdateOp.cpp - planes and accessors of fp8.update ---------------===//

#include "UpdateOperands.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Planes
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<int64_t>>
UpdatePlane::getShape(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> result(shape);
  if (isTransposed)
    std::reverse(result.begin(), result.end());
  if (role == Role::ScaleInv)
    return granularity.getScaleShape(result);
  return result;
}

bool fp8::hasTensorScale(StorageAttr storage) {
  GranularityAttr granularity = storage.getGranularity();
  if (storage.getFormat() == Format::F16)
    return granularity && granularity.isTensor();
  return isEightBit(storage.getFormat()) &&
         (!granularity || granularity.isTensor());
}

bool UpdatePlane::hasTensorScale() const {
  // An f16 plane has a scale only if its granularity is explicitly `tensor`.
  if (role == Role::Main && granularity && granularity.isTensor())
    return true;
  bool isCode = elementType.isInteger(8) || isOfCodes(elementType);
  return (role == Role::Main || role == Role::Copy) && isCode && !granularity &&
         !sharesCodes;
}

/// Returns true if a transposed copy can reuse the codes of the main plane.
/// Transposition must map granules to granules. So blocks must be square, and
/// the rank must be 2: blocks span the last two dimensions, and reversing more
/// than two dimensions would move them to other dimensions.
static bool sharesCodes(StorageAttr storage, CopyAttr copy, int64_t rank) {
  auto getSizes = [](GranularityAttr granularity) {
    return granularity && !granularity.isTensor() ? granularity
                                                  : GranularityAttr();
  };
  GranularityAttr granularity = getSizes(copy.getGranularity());
  bool isSquare =
      !granularity ||
      (rank == 2 && granularity.getKind() == GranularityKind::Block &&
       llvm::all_equal(granularity.getSizes()));
  return copy.getTransposed() && copy.getFormat() == storage.getFormat() &&
         storage.getTransform() == StorageTransform::None && isSquare &&
         granularity == getSizes(storage.getGranularity());
}

Type fp8::getResidualType(ResidualKind residual, MLIRContext *context) {
  switch (residual) {
  case ResidualKind::None:
    return {};
  case ResidualKind::BF16:
    return BFloat16Type::get(context);
  case ResidualKind::F16:
    return Float16Type::get(context);
  case ResidualKind::F32:
    return Float32Type::get(context);
  case ResidualKind::Split8:
    return IntegerType::get(context, 8);
  case ResidualKind::Split16:
    return IntegerType::get(context, 16);
  }
  llvm_unreachable("every residual has a type");
}

/// Appends `plane`, and the plane of its scales if the op computes scales per
/// granule.
static void addWithScale(UpdatePlane plane, SmallVectorImpl<UpdatePlane> &to) {
  bool isTensor = plane.granularity && plane.granularity.isTensor();
  bool isScaledF16 =
      plane.role == UpdatePlane::Role::Main && plane.format == fp8::Format::F16;
  if (isTensor && !isScaledF16)
    plane.granularity = {};
  to.push_back(plane);
  if (!plane.granularity || isTensor)
    return;
  MLIRContext *context = plane.granularity.getContext();
  plane.role = UpdatePlane::Role::ScaleInv;
  plane.elementType = plane.granularity.getKind() == GranularityKind::MX
                          ? Type(Float8E8M0FNUType::get(context))
                          : Type(Float32Type::get(context));
  to.push_back(plane);
}

static UpdatePlane getCopyPlane(const UpdateOperands &operands, unsigned state,
                                unsigned i) {
  StorageAttr storage = operands.getStorageOf(state);
  CopyAttr copy = storage.getCopies()[i];
  UpdatePlane plane{UpdatePlane::Role::Copy, state,
                    getElementType(copy.getFormat(), storage.getContext()),
                    copy.getGranularity(), copy.getFormat()};
  plane.isTransposed = copy.getTransposed();
  plane.isCopy = true;
  plane.copy = i;
  plane.sharesCodes =
      sharesCodes(storage, copy, operands.getFirstType().getRank());
  return plane;
}

static SmallVector<UpdatePlane> getPlanes(const UpdateOperands &operands,
                                          bool withCopies) {
  MLIRContext *context = operands.op->getContext();
  SmallVector<UpdatePlane> planes;
  for (unsigned i = 0, e = operands.getNumStates(); i < e; ++i) {
    StorageAttr storage = operands.getStorageOf(i);
    addWithScale({UpdatePlane::Role::Main, i,
                  getElementType(storage.getFormat(), context),
                  storage.getGranularity(), storage.getFormat()},
                 planes);
    if (Type type = getResidualType(storage.getResidual(), context))
      planes.push_back({UpdatePlane::Role::Residual, i, type, {}});
    if (!withCopies)
      continue;
    for (unsigned c = 0, n = storage.getCopies().size(); c < n; ++c)
      addWithScale(getCopyPlane(operands, i, c), planes);
  }
  return planes;
}

//===----------------------------------------------------------------------===//
// UpdateOperands
//===----------------------------------------------------------------------===//

UpdateOperands UpdateOperands::of(UpdateOp op) {
  return {op,
          op.getStates(),
          op.getInputs(),
          op.getScales(),
          op.getInits(),
          op.getStorageAttr(),
          op.getIndexingMapsAttr(),
          op.getNumReductions(),
          op.getProbe(),
          op.getSkip(),
          op.getSeed(),
          op.getStep()};
}

SmallVector<UpdatePlane> UpdateOperands::getReadPlanes() const {
  return getPlanes(*this, /*withCopies=*/false);
}

SmallVector<UpdatePlane> UpdateOperands::getWrittenPlanes() const {
  if (probe)
    return {};
  return getAllPlanes();
}

SmallVector<UpdatePlane> UpdateOperands::getAllPlanes() const {
  return getPlanes(*this, /*withCopies=*/true);
}

unsigned UpdateOperands::getNumAmaxes() const {
  return llvm::count_if(getAllPlanes(), [](const UpdatePlane &plane) {
    return plane.hasTensorScale();
  });
}

SmallVector<Value> UpdateOperands::getMainPlanes() const {
  SmallVector<Value> values;
  for (auto [plane, state] : llvm::zip_equal(getReadPlanes(), states))
    if (plane.role == UpdatePlane::Role::Main)
      values.push_back(state);
  return values;
}

StorageAttr UpdateOperands::getStorageOf(unsigned i) const {
  if (storage)
    return cast<StorageAttr>(storage[i]);
  auto type = cast<ShapedType>(states[i].getType());
  // If the element type has no format, use f32. The verifier reports this error
  // later.
  return StorageAttr::get(
      op->getContext(),
      fp8::getFormat(type.getElementType()).value_or(fp8::Format::F32));
}

AffineMap UpdateOperands::getMap(unsigned i) const {
  if (maps)
    return cast<AffineMapAttr>(maps[i]).getValue();
  return AffineMap::getMultiDimIdentityMap(getFirstType().getRank(),
                                           op->getContext());
}

/// Returns true if the update reads destination `i`. It reads amaxes and
/// reductions, which accumulate, and under `skip` also copies, which keep their
/// contents. It reads the old planes of a state from `states`, not from their
/// destinations.
bool UpdateOperands::readsInit(unsigned i) const {
  SmallVector<UpdatePlane> planes = getWrittenPlanes();
  return i >= planes.size() || (skip && planes[i].isCopy);
}

//===----------------------------------------------------------------------===//
// Accessors
//===----------------------------------------------------------------------===//

SmallVector<UpdatePlane> UpdateOp::getReadPlanes() {
  return UpdateOperands::of(*this).getReadPlanes();
}
SmallVector<UpdatePlane> UpdateOp::getWrittenPlanes() {
  return UpdateOperands::of(*this).getWrittenPlanes();
}
SmallVector<UpdatePlane> UpdateOp::getAllPlanes() {
  return UpdateOperands::of(*this).getAllPlanes();
}
unsigned UpdateOp::getNumAmaxes() {
  return UpdateOperands::of(*this).getNumAmaxes();
}
SmallVector<Value> UpdateOp::getMainPlanes() {
  return UpdateOperands::of(*this).getMainPlanes();
}
StorageAttr UpdateOp::getStorageOf(unsigned i) {
  return UpdateOperands::of(*this).getStorageOf(i);
}
unsigned UpdateOp::getNumStates() {
  return UpdateOperands::of(*this).getNumStates();
}
AffineMap UpdateOp::getMap(unsigned i) {
  return UpdateOperands::of(*this).getMap(i);
}

ReductionKind UpdateOp::getReduction(unsigned i) {
  return cast<ReductionKindAttr>((*getReductions())[i]).getValue();
}

bool UpdateOp::isPlain() {
  if (getProbe())
    return false;
  for (unsigned i = 0, e = getNumStates(); i < e; ++i)
    if (!getStorageOf(i).isPlain())
      return false;
  return true;
}

void UpdateOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  size_t numStates = getNumStates(), numInputs = getInputs().size();
  for (BlockArgument argument : region.getArguments()) {
    size_t i = argument.getArgNumber();
    setName(argument, i < numStates               ? "state"
                      : i < numStates + numInputs ? "in"
                                                  : "scalar");
  }
}

//===- FP8UpdateOp.cpp - fp8.update ---------------------------------------===//
//
// A comment `update_cN` marks the check of constraint (CN) in the description
// of the op.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Planes
//===----------------------------------------------------------------------===//

/// The element types of the planes that a state is read from: main, residual.
static SmallVector<Type> getPlaneTypes(StorageAttr storage) {
  MLIRContext *context = storage.getContext();
  SmallVector<Type> types = {getElementType(storage.getFormat(), context)};
  switch (storage.getResidual()) {
  case ResidualKind::None:
    break;
  case ResidualKind::BF16:
    types.push_back(BFloat16Type::get(context));
    break;
  case ResidualKind::F16:
    types.push_back(Float16Type::get(context));
    break;
  case ResidualKind::F32:
    types.push_back(Float32Type::get(context));
    break;
  case ResidualKind::Split8:
    types.push_back(IntegerType::get(context, 8));
    break;
  case ResidualKind::Split16:
    types.push_back(IntegerType::get(context, 16));
    break;
  }
  return types;
}

/// A plane with a tensor-wise scale measures the amax for the next one.
static bool returnsAmax(StorageAttr storage) {
  return isEightBit(storage.getFormat()) &&
         (!storage.getGranularity() || storage.getGranularity().isTensor());
}

StorageAttr UpdateOp::getStorageOf(unsigned i) {
  if (std::optional<ArrayAttr> storage = getStorage())
    return cast<StorageAttr>((*storage)[i]);
  auto type = cast<ShapedType>(getStates()[i].getType());
  return StorageAttr::get(
      getContext(),
      fp8::getFormat(type.getElementType()).value_or(fp8::Format::F32));
}

unsigned UpdateOp::getNumStates() {
  return getStorage() ? getStorage()->size() : getStates().size();
}

bool UpdateOp::isPlain() {
  if (getProbe())
    return false;
  for (unsigned i = 0, e = getNumStates(); i < e; ++i)
    if (!getStorageOf(i).isPlain())
      return false;
  return true;
}

AffineMap UpdateOp::getMap(unsigned i) {
  if (std::optional<ArrayAttr> maps = getIndexingMaps())
    return cast<AffineMapAttr>((*maps)[i]).getValue();
  auto type = cast<ShapedType>(getStates().front().getType());
  return AffineMap::getMultiDimIdentityMap(type.getRank(), getContext());
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

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

namespace {
/// What the storage attributes ask of the operands.
struct Planes {
  SmallVector<Type> read;         // element types of `states`
  SmallVector<Type> written;      // element types of the first `inits`
  SmallVector<unsigned> stateOf;  // of each written plane
  SmallVector<bool> isTransposed; // of each written plane
  unsigned numAmaxes = 0;
  bool isStochastic = false;
};
} // namespace

static Planes getPlanes(UpdateOp op) {
  Planes planes;
  for (unsigned i = 0, e = op.getNumStates(); i < e; ++i) {
    StorageAttr storage = op.getStorageOf(i);
    SmallVector<Type> types = getPlaneTypes(storage);
    llvm::append_range(planes.read, types);
    if (!op.getProbe()) {
      llvm::append_range(planes.written, types);
      planes.stateOf.append(types.size(), i);
      planes.isTransposed.append(types.size(), false);
      for (CopyAttr copy : storage.getCopies()) {
        planes.written.push_back(
            getElementType(copy.getFormat(), op.getContext()));
        planes.stateOf.push_back(i);
        planes.isTransposed.push_back(copy.getTransposed());
        planes.numAmaxes += isEightBit(copy.getFormat()) &&
                            (!copy.getGranularity() ||
                             copy.getGranularity().isTensor());
      }
    }
    planes.numAmaxes += returnsAmax(storage);
    planes.isStochastic |= storage.getRounding() == RoundingMode::Stochastic;
  }
  return planes;
}

/// The states are the planes that their storage names, of one shape each.
static LogicalResult verifyStates(UpdateOp op, const Planes &planes) {
  if (op.getStates().size() != planes.read.size()) // update_c2
    return op.emitOpError("expected ")
           << planes.read.size() << " planes, but got " << op.getStates().size();
  for (auto [i, state, type] : llvm::enumerate(op.getStates(), planes.read)) {
    auto stateType = cast<ShapedType>(state.getType());
    if (stateType.getElementType() != type) // update_c2
      return op.emitOpError("expected plane #")
             << i << " to have elements " << type << ", but got " << stateType;
    if (isa<RankedTensorType>(stateType) !=
        isa<RankedTensorType>(op.getStates().front().getType())) // update_c7
      return op.emitOpError("expected planes that are tensors or memrefs all, "
                            "but #")
             << i << " is " << stateType;
  }
  return success();
}

/// Destinations: planes, amaxes, reductions.
static LogicalResult verifyInits(UpdateOp op, const Planes &planes) {
  size_t numPlanes = planes.written.size();
  size_t expected = numPlanes + planes.numAmaxes + op.getNumReductions();
  if (op.getInits().size() != expected) // update_c7
    return op.emitOpError("expected ")
           << expected << " inits, but got " << op.getInits().size();
  bool onTensors = isa<RankedTensorType>(op.getStates().front().getType());
  SmallVector<ShapedType> shapes; // of the main plane of each state
  for (unsigned plane = 0, i = 0, e = op.getNumStates(); i < e; ++i) {
    shapes.push_back(cast<ShapedType>(op.getStates()[plane].getType()));
    plane += getPlaneTypes(op.getStorageOf(i)).size();
  }
  for (auto [i, init] : llvm::enumerate(op.getInits())) {
    auto type = cast<ShapedType>(init.getType());
    if (isa<RankedTensorType>(type) != onTensors) // update_c7
      return op.emitOpError("expected inits that are ")
             << (onTensors ? "tensors" : "memrefs")
             << " as the states are, but #" << i << " is " << type;
    if (i >= numPlanes) {
      if (type.getRank() != 0 || !type.getElementType().isF32()) // update_c7
        return op.emitOpError("expected init #")
               << i << ", an amax or a reduction, to be an f32 of rank 0, but "
               << "got " << type;
      continue;
    }
    SmallVector<int64_t> shape(shapes[planes.stateOf[i]].getShape());
    if (planes.isTransposed[i])
      std::reverse(shape.begin(), shape.end());
    if (type.getElementType() != planes.written[i] ||
        failed(verifyCompatibleShape(type.getShape(), shape))) // update_c3, c7
      return op.emitOpError("expected init #")
             << i << " to be a plane of " << shapes[planes.stateOf[i]]
             << " with elements " << planes.written[i] << ", but got " << type;
  }
  return success();
}

static LogicalResult verifyMaps(UpdateOp op) {
  std::optional<ArrayAttr> maps = op.getIndexingMaps();
  size_t expected = op.getNumStates() + op.getInputs().size();
  if (maps && maps->size() != expected) // update_c6
    return op.emitOpError("expected one indexing map per state and input, ")
           << expected << ", but got " << maps->size();
  auto firstType = cast<ShapedType>(op.getStates().front().getType());
  SmallVector<Value> values;
  for (unsigned plane = 0, i = 0, e = op.getNumStates(); i < e; ++i) {
    values.push_back(op.getStates()[plane]);
    plane += getPlaneTypes(op.getStorageOf(i)).size();
  }
  llvm::append_range(values, op.getInputs());
  for (auto [i, value] : llvm::enumerate(values)) {
    AffineMap map = op.getMap(i);
    auto type = cast<ShapedType>(value.getType());
    bool mustBeWhole = i < op.getNumStates();
    if (map.getNumDims() != firstType.getRank() || map.getNumSymbols() != 0 ||
        !map.isProjectedPermutation(/*allowZeroInResults=*/!mustBeWhole) ||
        map.getNumResults() != type.getRank() ||
        (mustBeWhole && !map.isPermutation()) ||
        (i == 0 && !map.isIdentity())) // update_c6
      return op.emitOpError("expected map #")
             << i << " to take " << firstType.getRank()
             << " dimensions to the rank of " << type << ", but got "
             << AffineMapAttr::get(map);
    for (auto [d, expr] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      int64_t extent = dim ? firstType.getDimSize(dim.getPosition()) : 1;
      int64_t actual = type.getDimSize(d);
      if (!ShapedType::isDynamic(extent) && !ShapedType::isDynamic(actual) &&
          extent != actual) // update_c6
        return op.emitOpError("expected dimension ")
               << d << " of " << type << " to have extent " << extent
               << " by map #" << i << ", but it is " << actual;
    }
  }
  return success();
}

LogicalResult UpdateOp::verify() {
  if (getStates().empty()) // update_c1
    return emitOpError("expected at least one state, but got none");
  Planes planes = getPlanes(*this);
  if (failed(verifyStates(*this, planes)) ||
      failed(verifyInits(*this, planes)) || failed(verifyMaps(*this)))
    return failure();
  if ((getSeed() != nullptr) != planes.isStochastic ||
      (getStep() != nullptr) != planes.isStochastic) // update_c9
    return emitOpError("expected 'seed' and 'step' if and only if a storage "
                       "rounds stochastically, but ")
           << (planes.isStochastic ? "one does" : "none does");
  return verifyPlacement(
      *this, getOffsets(), getGlobalShape(),
      cast<ShapedType>(getStates().front().getType())); // update_c8
}

LogicalResult UpdateOp::verifyRegions() {
  Block &body = getBody().front();
  size_t expected = getNumStates() + getInputs().size() + getScalars().size();
  bool allF32 = llvm::all_of(body.getArgumentTypes(),
                             [](Type type) { return type.isF32(); });
  if (body.getNumArguments() != expected || !allF32) // update_c4
    return emitOpError("expected ")
           << expected << " f32 block arguments, one per state, input and "
           << "scalar, but got (" << body.getArgumentTypes() << ")";
  for (Operation &op : body) { // update_c10
    if (isa<YieldOp, ConvertOp>(op) ||
        isa<arith::ArithDialect, math::MathDialect>(op.getDialect()))
      continue;
    InFlightDiagnostic diag =
        emitOpError("expected a body of ops of arith and math, and fp8.convert, "
                    "but found '")
        << op.getName() << "'";
    diag.attachNote(op.getLoc()) << "the op is here";
    return diag;
  }
  auto yield = cast<YieldOp>(body.getTerminator());
  size_t values = getNumStates() + getNumReductions();
  if (yield.getValues().size() != values) // update_c5
    return yield.emitOpError("expected ")
           << values << " values, one per state and reduction, but got "
           << yield.getValues().size();
  return success();
}

//===- FP8UpdateVerifier.cpp - verifier of fp8.update ---------------------===//
//
// A comment `update_cN` marks the check of constraint (CN) in the description
// of the op.
//
//===----------------------------------------------------------------------===//

#include "UpdateOperands.h"
#include "Verifiers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

/// Checks that `type` is a valid type of `plane`, given the type of the main
/// plane of its state.
static LogicalResult verifyPlane(const UpdateOperands &operands, StringRef list,
                                 unsigned i, const UpdatePlane &plane,
                                 ShapedType type, ShapedType mainType) {
  if (type.getElementType() != plane.elementType) // update_c2, update_c7
    return operands.op->emitOpError("expected operand #")
           << i << " of '" << list << "' to have elements " << plane.elementType
           << ", but got " << type;
  FailureOr<SmallVector<int64_t>> shape = plane.getShape(mainType.getShape());
  if (failed(shape)) // update_c3
    return operands.op->emitOpError("expected a state that the granularity ")
           << plane.granularity << " fits, but got " << mainType;
  if (failed(verifyCompatibleShape(*shape, type.getShape()))) // update_c3
    return operands.op->emitOpError("expected operand #")
           << i << " of '" << list << "' to have shape " << formatShape(*shape)
           << ", because the main plane is " << mainType << ", but got "
           << type;
  return success();
}

static LogicalResult verifyStates(const UpdateOperands &operands) {
  if (operands.states.empty()) // update_c1
    return operands.op->emitOpError(
        "expected at least one state, but got none");
  SmallVector<UpdatePlane> planes = operands.getReadPlanes();
  if (operands.states.size() != planes.size()) // update_c1, update_c2
    return operands.op->emitOpError(
               "expected one operand of 'states' per plane that the "
               "storage requires, ")
           << planes.size() << ", but got " << operands.states.size();
  ShapedType mainType;
  for (auto [i, plane] : llvm::enumerate(planes)) {
    auto type = cast<ShapedType>(operands.states[i].getType());
    if (plane.role == UpdatePlane::Role::Main)
      mainType = type;
    if (failed(verifyPlane(operands, "states", i, plane, type, mainType)))
      return failure();
  }
  return success();
}

/// Checks the destinations: the planes, the amaxes and the reductions.
static LogicalResult verifyInits(const UpdateOperands &operands) {
  SmallVector<UpdatePlane> planes = operands.getWrittenPlanes();
  size_t numAmaxes = operands.getNumAmaxes();
  size_t expected = planes.size() + numAmaxes + operands.numReductions;
  if (operands.inits.size() != expected) { // update_c7
    InFlightDiagnostic diag =
        operands.op->emitOpError(
            "expected one init per plane, amax and reduction, ")
        << expected << ", but got " << operands.inits.size();
    diag.attachNote() << "planes: " << planes.size()
                      << ", amaxes: " << numAmaxes
                      << ", reductions: " << operands.numReductions;
    return diag;
  }
  SmallVector<Value> mains = operands.getMainPlanes();
  for (auto [i, init] : llvm::enumerate(operands.inits)) {
    auto type = cast<ShapedType>(init.getType());
    if (i < planes.size()) {
      auto mainType = cast<ShapedType>(mains[planes[i].state].getType());
      if (failed(verifyPlane(operands, "inits", i, planes[i], type, mainType)))
        return failure();
    } else if (type.getRank() != 0 ||
               !type.getElementType().isF32()) { // update_c7
      return operands.op->emitOpError("expected operand #")
             << i
             << " of 'inits', an amax or a reduction, to be an f32 of rank "
             << "0, but got " << type;
    }
  }
  return success();
}

/// Checks indexing map `i`. The map of a state must be a permutation. The map
/// of an input may also omit dimensions of the op, or read index 0 of a
/// dimension of the input.
static LogicalResult verifyMap(const UpdateOperands &operands, unsigned i,
                               ShapedType type) {
  ShapedType firstType = operands.getFirstType();
  AffineMap map = operands.getMap(i);
  bool isState = i < operands.getNumStates();
  bool isFine = map.getNumDims() == firstType.getRank() &&
                map.getNumSymbols() == 0 &&
                map.getNumResults() == type.getRank();
  if (i == 0)
    isFine &= map.isIdentity();
  else if (isState)
    isFine &= map.isPermutation();
  else
    isFine &= map.isProjectedPermutation(/*allowZeroInResults=*/true);
  if (!isFine) // update_c6
    return operands.op->emitOpError("expected map #")
           << i << " to be "
           << (i == 0    ? "the identity"
               : isState ? "a permutation"
                         : "a projected permutation")
           << " with " << firstType.getRank()
           << " dimensions and one result per dimension of " << type
           << ", but got " << AffineMapAttr::get(map);
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    int64_t extent = dim ? firstType.getDimSize(dim.getPosition()) : 1;
    int64_t actual = type.getDimSize(d);
    if (!ShapedType::isDynamic(extent) && !ShapedType::isDynamic(actual) &&
        extent != actual) // update_c6
      return operands.op->emitOpError("expected dimension ")
             << d << " of " << type << " to have extent " << extent
             << " according to map #" << i << ", but it is " << actual;
  }
  return success();
}

static LogicalResult verifyMaps(const UpdateOperands &operands) {
  SmallVector<Value> values = operands.getMainPlanes();
  llvm::append_range(values, operands.inputs);
  ArrayAttr maps = operands.maps;
  if (maps && maps.size() != values.size()) // update_c6
    return operands.op->emitOpError(
               "expected one indexing map per state and input, ")
           << values.size() << ", but got " << maps.size();
  for (auto [i, value] : llvm::enumerate(values))
    if (failed(verifyMap(operands, i, cast<ShapedType>(value.getType()))))
      return failure();
  return success();
}

/// Checks the number of tensor-wise scales: one to decode each main plane that
/// has one, and one to encode each plane that has one.
static LogicalResult verifyScales(const UpdateOperands &operands) {
  size_t expected = 0;
  for (const UpdatePlane &plane : operands.getReadPlanes())
    expected += plane.hasTensorScale();
  for (const UpdatePlane &plane : operands.getWrittenPlanes())
    expected += plane.hasTensorScale();
  if (operands.scales.size() == expected)
    return success();
  return operands.op->emitOpError(
             "expected one scale for each decoding and each encoding of a "
             "plane with a tensor-wise scale, ") // update_c11
         << expected << ", but got " << operands.scales.size();
}

/// Checks that `seed` and `step` are present if and only if some storage rounds
/// stochastically.
static LogicalResult verifyDraws(const UpdateOperands &operands) {
  bool isStochastic = false;
  for (unsigned i = 0, e = operands.getNumStates(); i < e; ++i)
    isStochastic |=
        operands.getStorageOf(i).getRounding() != RoundingMode::NearestEven;
  std::pair<StringRef, Value> draws[] = {{"seed", operands.seed},
                                         {"step", operands.step}};
  for (auto [name, value] : draws)
    if ((value != nullptr) != isStochastic) // update_c9
      return operands.op->emitOpError(
                 "expected 'seed' and 'step' if and only if a storage "
                 "rounds stochastically, but ")
             << (isStochastic ? "one does" : "none does") << " and '" << name
             << "' is " << (value ? "present" : "absent");
  return success();
}

LogicalResult UpdateOperands::verify() const {
  return success(
      succeeded(verifyStates(*this)) && succeeded(verifyInits(*this)) &&
      succeeded(verifyMaps(*this)) && succeeded(verifyScales(*this)) &&
      succeeded(verifyDraws(*this)));
}

LogicalResult UpdateOp::verify() {
  if (failed(verifySameKind(*this)) || // update_c7
      failed(UpdateOperands::of(*this).verify()))
    return failure();
  if (getValid() && getFirstType().getRank() == 0) // update_c12
    return emitOpError("expected a first dimension, along which 'valid' "
                       "counts the rows that are not padding, but got ")
           << getFirstType();
  return verifyPlacement(*this, getOffsets(), getStaticOffsets(),
                         getGlobalShape(), getFirstType()); // update_c8
}

LogicalResult UpdateOp::verifyRegions() {
  Block &body = getBody().front();
  size_t expected = getNumStates() + getInputs().size() + getScalars().size();
  bool allF32 = llvm::all_of(body.getArgumentTypes(),
                             [](Type type) { return type.isF32(); });
  if (body.getNumArguments() != expected || !allF32) // update_c4
    return emitOpError("expected one f32 block argument per state, input and "
                       "scalar, ")
           << expected << ", but got (" << body.getArgumentTypes() << ")";
  for (Operation &op : body) { // update_c10
    if (isa<YieldOp, ConvertOp>(op) ||
        isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
            op.getDialect()))
      continue;
    InFlightDiagnostic diag =
        emitOpError("expected a body of ops of arith and math, and "
                    "fp8.convert, but found '")
        << op.getName() << "'";
    diag.attachNote(op.getLoc()) << "the op is here";
    return diag;
  }
  auto yield = cast<YieldOp>(body.getTerminator());
  size_t values = getNumStates() + getNumReductions();
  if (yield.getValues().size() != values) // update_c5
    return yield.emitOpError("expected one value per state and reduction, ")
           << values << ", but got " << yield.getValues().size();
  return success();
}

//===- DecomposeUpdate.cpp - decomposition of fp8.update ------------------===//
//
// One linalg.generic decodes the states, runs the region, and encodes all
// planes except those with scales per granule. For a state with granules,
// separate ops compute amaxes and scales, and another generic encodes. If all
// such states have the same granularity and it divides the shape, all tensors
// are viewed as granules, so that one kernel can contain the whole op.
//
//===----------------------------------------------------------------------===//

#include "UpdateDecomposer.h"
#include "fp8/Numerics/Philox.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;
using Index = std::optional<unsigned>;

//===----------------------------------------------------------------------===//
// Decoding and the region
//===----------------------------------------------------------------------===//

Value UpdateDecomposer::random(ElementBuilder &e, const StateParts &state,
                               ArrayRef<Value> position) {
  if (!state.isStochastic())
    return {};
  Value index =
      emitWholeIndex(e, position, op.getMixedOffsets(), op.getWholeShape());
  return emitRandomBits(e, state.storage.getRounding(), op.getSeed(),
                        *state.storage.getStream(), index, op.getStep(),
                        numerics::use::update);
}

/// Clones the region. `elements` are the logical values of the states, the
/// inputs and the scalars. Returns the results of the region.
Values UpdateDecomposer::runRegion(ElementBuilder &e, ValueRange elements) {
  Block &body = op.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), elements);
  for (Operation &inner : body.without_terminator())
    e.clone(inner, mapping);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

Values UpdateDecomposer::replacePadding(ElementBuilder &e, Values results) {
  if (!op.getValid())
    return results;
  Value row = space.emitPosition(e).front();
  Value isValid =
      arith::CmpIOp::create(e, arith::CmpIPredicate::slt, row, op.getValid());
  size_t numStates = parts.states.size();
  for (auto [i, result] : llvm::enumerate(results)) {
    Value neutral = e.number(
        i < numStates ? 0.0f : getNeutral(op.getReduction(i - numStates)));
    result = e.select(isValid, result, neutral);
  }
  return results;
}

ComputedState UpdateDecomposer::addState(GenericParts &generic,
                                         const StateParts &state) {
  AffineMap map = space.getMap(state.map), scalar = space.getScalarMap();
  auto open = [&](Value value) {
    return value ? space.open(builder, value) : value;
  };
  ComputedState at;
  at.main = generic.read(open(state.main), map);
  at.scaleInv = generic.read(state.scaleInv, space.getScaleMap(state));
  at.residual = generic.read(open(state.residual), map);
  at.oldInverse = generic.read(state.oldInverse, scalar);
  at.newScale = generic.read(state.newScale, scalar);
  SmallVector<int64_t> shape = space.getShape(state.map);
  if (state.getGranularity()) {
    if (state.newMain)
      at.transformed = generic.write(emptyF32(shape), map);
  } else {
    at.newMain = generic.write(open(state.newMain.init), map);
    at.newResidual = generic.write(open(state.newResidual.init), map);
  }
  if (state.amax) {
    IntegerType code = state.getCodeType();
    at.measured =
        generic.write(code ? builder.empty(shape, code) : emptyF32(shape), map);
  }
  bool encodes = llvm::any_of(state.copies, [](const CopyParts &copy) {
    return !copy.plane.sharesCodes && (copy.codes || copy.amax);
  });
  if (encodes)
    at.logical = generic.write(emptyF32(shape), map);
  return at;
}

void UpdateDecomposer::storeState(ElementBuilder &e, const StateParts &state,
                                  const ComputedState &at, Value value,
                                  ValueRange arguments,
                                  MutableArrayRef<Value> outputs) {
  if (at.logical)
    outputs[*at.logical] = value;
  Value transformed = e.transformState(state.storage, value);
  if (at.transformed)
    outputs[*at.transformed] = transformed;
  Value measured = transformed;
  if (at.newMain) {
    Value scale, scaleInv;
    if (at.newScale) {
      scale = arguments[*at.newScale];
      scaleInv = e.div(e.number(1.0f), scale);
    }
    StoredElement stored =
        e.encodeState(state.storage, transformed, scale, scaleInv,
                      random(e, state, space.emitPosition(e)));
    outputs[*at.newMain] = unlessSkipped(e, arguments[*at.main], stored.main);
    if (at.newResidual) {
      outputs[*at.newResidual] =
          unlessSkipped(e, arguments[*at.residual], stored.residual);
      // Measure the stored value: rounding may increase the absolute value.
      measured =
          stored.code ? e.orderCode(stored.code, scaleInv) : stored.value;
    }
  }
  if (at.measured)
    outputs[*at.measured] = measured;
}

/// Returns the input of the generic if `value` is an unchanged copy of it, else
/// `value`. In @pack, the generic only copies f32 values, which are then
/// encoded.
static Value skipCopy(Value value) {
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  unsigned number = cast<OpResult>(value).getResultNumber();
  auto copied = dyn_cast<BlockArgument>(
      generic.getBody()->getTerminator()->getOperand(number));
  if (!copied || copied.getOwner() != generic.getBody() ||
      copied.getArgNumber() >= generic.getNumDpsInputs())
    return value;
  OpOperand &input = *generic.getDpsInputOperand(copied.getArgNumber());
  bool hasSameMap = generic.getMatchingIndexingMap(&input) ==
                    generic.getIndexingMapMatchingResult(cast<OpResult>(value));
  return hasSameMap && input.get().getType() == value.getType() ? input.get()
                                                                : value;
}

void UpdateDecomposer::compute() {
  GenericParts generic;
  SmallVector<ComputedState> at;
  for (const StateParts &state : parts.states)
    at.push_back(addState(generic, state));
  SmallVector<unsigned> inputs;
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    inputs.push_back(
        *generic.read(space.open(builder, input),
                      space.getMap(op.getMap(parts.states.size() + i))));
  for (Value scalar : op.getScalars())
    inputs.push_back(*generic.read(scalar, space.getScalarMap()));
  AffineMap identity = space.getIdentity();
  SmallVector<unsigned> termIndices;
  for (size_t i = 0; i < parts.reductions.size(); ++i)
    termIndices.push_back(
        *generic.write(emptyF32(space.getShape(op.getMap(0))), identity));

  Values values;
  if (!generic.writesNothing())
    values = generic.emit(builder, [&](ElementBuilder &e, ValueRange arguments,
                                       MutableArrayRef<Value> outputs) {
      auto get = [&](Index i) { return i ? arguments[*i] : Value(); };
      Values elements;
      for (auto [state, i] : llvm::zip_equal(parts.states, at))
        elements.push_back(
            e.decodeState(state.storage, get(i.main), get(i.residual),
                          get(i.scaleInv ? i.scaleInv : i.oldInverse)));
      for (unsigned i : inputs)
        elements.push_back(e.decode(arguments[i]));
      Values results = replacePadding(e, runRegion(e, elements));
      for (auto [i, state] : llvm::enumerate(parts.states))
        storeState(e, state, at[i], results[i], arguments, outputs);
      for (auto [i, index] : llvm::enumerate(termIndices))
        outputs[index] = results[parts.states.size() + i];
    });

  auto get = [&](Index i) { return i ? skipCopy(values[*i]) : Value(); };
  for (auto [state, i] : llvm::zip_equal(parts.states, at)) {
    fresh.push_back({get(i.transformed), get(i.logical), get(i.measured)});
    auto close = [&](Destination &to, Index index) {
      if (index)
        to.result = space.close(builder, values[*index], to.init.getType());
    };
    close(state.newMain, i.newMain);
    close(state.newResidual, i.newResidual);
  }
  for (unsigned i : termIndices)
    terms.push_back(skipCopy(values[i]));
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

Values UpdateDecomposer::run() {
  compute();
  for (auto [state, values] : llvm::zip_equal(parts.states, fresh)) {
    if (values.transformed)
      encodeGranules(state, values.transformed);
    for (CopyParts &copy : state.copies) {
      if (!copy.plane.sharesCodes && values.logical)
        encodeCopy(state, copy, values.logical);
      else if (copy.codes)
        shareCodes(state, copy);
    }
    if (state.amax && state.getCodeType())
      takeMaximumOfCodes(state, values.measured);
    else
      takeMaximum(state.amax, values.measured);
  }
  for (unsigned i = 0, e = op.getNumReductions(); i < e; ++i)
    reduce(parts.reductions[i], op.getReduction(i), terms[i]);
  return parts.getResults();
}

FailureOr<SmallVector<Value>>
UpdateOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  for (unsigned i = 0, e = getNumStates(); i < e; ++i)
    if (getStorageOf(i).getRounding() == RoundingMode::StochasticHW)
      return refuseToDecompose(*this, "with rounding stochastic_hw",
                               "nearest_even, stochastic and quasi_stochastic");
  return UpdateDecomposer(*this, opBuilder).run();
}

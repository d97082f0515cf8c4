//===- DecomposeUpdate.cpp - fp8.update -----------------------------------===//
//
// One linalg.generic decodes the states, runs the region, and encodes what
// needs no scale of a granule. A state with granules gets amaxes, scales and a
// generic of its own. Where the granules of all states are alike and divide the
// shape, every tensor is seen as granules, so that one kernel can hold the
// whole op.
//
//===----------------------------------------------------------------------===//

#include "UpdateParts.h"
#include "fp8/Numerics/Philox.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

namespace {
using Index = std::optional<unsigned>;

/// Where the first generic finds a state, and where it writes what.
struct ComputedState {
  Index main, scaleInv, residual, oldInverse, newScale;
  Index newMain, newResidual, transformed, logical, measured;
};

/// What the first generic leaves to be done for a state. Null where nothing is.
struct FreshState {
  /// To encode by granules.
  Value transformed;
  /// To encode in copies.
  Value logical;
  /// Whose magnitudes are the amax: f32, or codes of a split.
  Value measured;
};

class UpdateDecomposer {
public:
  UpdateDecomposer(UpdateOp op, OpBuilder &opBuilder)
      : op(op), builder(opBuilder, op.getLoc()), parts(op),
        space(op, parts.states) {}

  Values run();

private:
  void compute();
  ComputedState addState(GenericParts &generic, const StateParts &state);
  void storeState(ElementBuilder &e, const StateParts &state,
                  const ComputedState &at, Value fresh, ValueRange arguments,
                  MutableArrayRef<Value> outputs);
  Values runRegion(ElementBuilder &e, ValueRange elements);

  void encodeGranules(StateParts &state, Value transformed);
  void encodeCopy(StateParts &state, CopyParts &copy, Value logical);
  void shareCodes(StateParts &state, CopyParts &copy);
  void takeMaximum(Destination &amax, Value measured);
  void takeMaximumOfCodes(StateParts &state, Value codes);
  void reduce(Destination &reduction, ReductionKind kind, Value terms);

  Value random(ElementBuilder &e, const StateParts &state,
               ArrayRef<Value> position);
  /// `old` where the step is skipped.
  Value unlessSkipped(ElementBuilder &e, Value old, Value value) {
    return op.getSkip() ? e.select(op.getSkip(), old, value) : value;
  }
  Value keepUnlessSkipped(Value old, Value value);
  Value emptyF32(ArrayRef<int64_t> shape) {
    return builder.empty(shape, builder.builder().getF32Type());
  }

  UpdateOp op;
  TensorBuilder builder;
  UpdateParts parts;
  UpdateSpace space;
  SmallVector<FreshState> fresh;
  /// Of the reductions.
  Values terms;
};
} // namespace

//===----------------------------------------------------------------------===//
// Decoding and the region
//===----------------------------------------------------------------------===//

Value UpdateDecomposer::random(ElementBuilder &e, const StateParts &state,
                               ArrayRef<Value> position) {
  if (!state.isStochastic())
    return {};
  Value index =
      emitWholeIndex(e, position, op.getMixedOffsets(), op.getWholeShape());
  return emitRandomBits(e, op.getSeed(), *state.storage.getStream(), index,
                        op.getStep(), numerics::use::update);
}

/// The values that the region gives for logical values, inputs and scalars.
Values UpdateDecomposer::runRegion(ElementBuilder &e, ValueRange elements) {
  Block &body = op.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), elements);
  for (Operation &inner : body.without_terminator())
    e.builder().clone(inner, mapping);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
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
      scaleInv = e.div(e.f32(1.0f), scale);
    }
    StoredElement stored =
        e.encodeState(state.storage, transformed, scale, scaleInv,
                      random(e, state, space.emitPosition(e)));
    outputs[*at.newMain] = unlessSkipped(e, arguments[*at.main], stored.main);
    if (at.newResidual) {
      outputs[*at.newResidual] =
          unlessSkipped(e, arguments[*at.residual], stored.residual);
      // What is stored may reach further than what came in.
      measured =
          stored.code ? e.orderCode(stored.code, scaleInv) : stored.value;
    }
  }
  if (at.measured)
    outputs[*at.measured] = measured;
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
      Values results = runRegion(e, elements);
      for (auto [i, state] : llvm::enumerate(parts.states))
        storeState(e, state, at[i], results[i], arguments, outputs);
      for (auto [i, index] : llvm::enumerate(termIndices))
        outputs[index] = results[parts.states.size() + i];
    });

  auto get = [&](Index i) { return i ? values[*i] : Value(); };
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
    terms.push_back(values[i]);
}

//===----------------------------------------------------------------------===//
// Encoding by granules
//===----------------------------------------------------------------------===//

Value UpdateDecomposer::keepUnlessSkipped(Value old, Value value) {
  if (!op.getSkip())
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  return builder
      .elementwise(
          {old, value}, builder.empty(type.getShape(), type.getElementType()),
          [&](ElementBuilder &e, ValueRange arguments) {
            return Values{unlessSkipped(e, arguments[0], arguments[1])};
          })
      .front();
}

/// Where the op is at `position` of a state that `map` takes its dimensions to.
static Values invert(AffineMap map, ArrayRef<Value> position) {
  return applyPermutationMap(inversePermutation(map), position);
}

void UpdateDecomposer::encodeGranules(StateParts &state, Value transformed) {
  GranularityAttr granularity = state.getGranularity();
  // The op's view is one of the state, too.
  const Granules *view = space.getView();
  Granules granules(granularity, state.type);
  Value values = view ? transformed : granules.open(builder, transformed);
  ScalingAttr scaling = ScalingAttr::get(op.getContext(), /*margin=*/0,
                                         state.storage.getPow2Scale());
  MadeScales made =
      makeScales(builder, granules, values, state.storage.getFormat(), scaling,
                 state.newScaleInv.init);
  state.newScaleInv.result = keepUnlessSkipped(state.scaleInv, made.scaleInv);

  auto open = [&](Value value) {
    return value ? granules.open(builder, value) : value;
  };
  GenericParts generic;
  AffineMap dataMap = granules.getDataMap();
  unsigned value = *generic.read(values, dataMap);
  unsigned scale = *generic.read(made.scale, granules.getScaleMap());
  unsigned scaleInv = *generic.read(made.scaleInv, granules.getScaleMap());
  Index oldMain, oldResidual;
  if (op.getSkip()) {
    oldMain = generic.read(open(state.main), dataMap);
    oldResidual = generic.read(open(state.residual), dataMap);
  }
  Index newMain = generic.write(open(state.newMain.init), dataMap);
  Index newResidual = generic.write(open(state.newResidual.init), dataMap);
  Values codes =
      generic.emit(builder, [&](ElementBuilder &e, ValueRange arguments,
                                MutableArrayRef<Value> outputs) {
        StoredElement stored = e.encodeState(
            state.storage, arguments[value], arguments[scale],
            e.decode(arguments[scaleInv]),
            random(e, state, invert(state.map, granules.getIndices(e))));
        outputs[*newMain] =
            oldMain ? unlessSkipped(e, arguments[*oldMain], stored.main)
                    : stored.main;
        if (newResidual)
          outputs[*newResidual] =
              oldResidual
                  ? unlessSkipped(e, arguments[*oldResidual], stored.residual)
                  : stored.residual;
      });
  state.newMain.result =
      granules.close(builder, codes[*newMain], state.newMain.init.getType());
  if (newResidual)
    state.newResidual.result = granules.close(builder, codes[*newResidual],
                                              state.newResidual.init.getType());
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Writes the transpose of `value`, whose dimensions are reversed, to `init`.
static Value transpose(TensorBuilder &builder, Value value, Value init) {
  ImplicitLocOpBuilder &b = builder.builder();
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  auto reversed = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(rank)));
  return linalg::TransposeOp::create(b, value, init, reversed)->getResult(0);
}

/// The codes of the main plane, transposed.
void UpdateDecomposer::shareCodes(StateParts &state, CopyParts &copy) {
  copy.codes.result = keepUnlessSkipped(
      copy.codes.init,
      transpose(builder, state.newMain.result, copy.codes.init));
  if (copy.scaleInv)
    copy.scaleInv.result = keepUnlessSkipped(
        copy.scaleInv.init,
        transpose(builder, state.newScaleInv.result, copy.scaleInv.init));
}

void UpdateDecomposer::encodeCopy(StateParts &state, CopyParts &copy,
                                  Value logical) {
  takeMaximum(copy.amax, logical);
  if (!copy.codes)
    return;
  logical = space.close(builder, logical,
                        state.type.clone(builder.builder().getF32Type()));
  auto type = cast<RankedTensorType>(copy.codes.init.getType());
  if (copy.plane.isTransposed)
    logical = transpose(builder, logical, emptyF32(type.getShape()));
  GranularityAttr granularity = copy.plane.granularity;
  Granules granules(granularity ? granularity
                                : GranularityAttr::get(op.getContext(),
                                                       GranularityKind::Tensor),
                    type);
  Value values = granules.open(builder, logical);
  Value scales = copy.scale;
  if (granularity) {
    MadeScales made = makeScales(builder, granules, values, copy.plane.format,
                                 /*scaling=*/{}, copy.scaleInv.init);
    scales = made.scale;
    copy.scaleInv.result = keepUnlessSkipped(copy.scaleInv.init, made.scaleInv);
  }
  GenericParts generic;
  AffineMap dataMap = granules.getDataMap();
  unsigned value = *generic.read(values, dataMap);
  Index scale = generic.read(scales, granules.getScaleMap());
  Value init = granules.open(builder, copy.codes.init);
  Index old;
  if (op.getSkip())
    old = generic.read(init, dataMap);
  (void)generic.write(init, dataMap);
  Values codes =
      generic.emit(builder, [&](ElementBuilder &e, ValueRange arguments,
                                MutableArrayRef<Value> outputs) {
        Value scaled = arguments[value];
        if (scale)
          scaled = e.mul(scaled, arguments[*scale]);
        Value code = e.encode(scaled, type.getElementType(), copy.plane.format);
        outputs[0] = old ? unlessSkipped(e, arguments[*old], code) : code;
      });
  copy.codes.result = granules.close(builder, codes.front(), type);
}

//===----------------------------------------------------------------------===//
// Amaxes and reductions
//===----------------------------------------------------------------------===//

void UpdateDecomposer::takeMaximum(Destination &amax, Value measured) {
  if (amax)
    amax.result =
        keepUnlessSkipped(amax.init, builder.amax(measured, amax.init));
}

void UpdateDecomposer::takeMaximumOfCodes(StateParts &state, Value codes) {
  ImplicitLocOpBuilder &b = builder.builder();
  int64_t rank = cast<RankedTensorType>(codes.getType()).getRank();
  auto type = RankedTensorType::get({}, state.getCodeType());
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  AffineMap scalar = AffineMap::get(rank, 0, b.getContext());
  Value largest =
      builder
          .generic(codes, zero, {identity, scalar},
                   [](ElementBuilder &e, ValueRange arguments) -> Values {
                     return {arith::MaxUIOp::create(e.builder(), arguments[1],
                                                    arguments[0])};
                   })
          .front();
  Values inputs = {largest, state.amax.init};
  if (state.newScale)
    inputs.push_back(state.newScale);
  state.amax.result =
      builder
          .elementwise(inputs, emptyF32({}),
                       [&](ElementBuilder &e, ValueRange arguments) {
                         Value scaleInv;
                         if (state.newScale)
                           scaleInv = e.div(e.f32(1.0f), arguments[2]);
                         Value init = arguments[1];
                         Value amax = e.canonicalize(e.maximum(
                             init, e.measureCode(arguments[0], scaleInv)));
                         return Values{unlessSkipped(e, init, amax)};
                       })
          .front();
}

/// `init + sum` or `max(init, ...)` of `terms`, or `init` if skipped.
void UpdateDecomposer::reduce(Destination &reduction, ReductionKind kind,
                              Value terms) {
  ImplicitLocOpBuilder &b = builder.builder();
  auto type = cast<RankedTensorType>(terms.getType());
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  AffineMap scalar = AffineMap::get(type.getRank(), 0, b.getContext());
  bool isSum = kind == ReductionKind::Sum;
  Value reduced =
      builder
          .generic(terms, reduction.init, {identity, scalar},
                   [&](ElementBuilder &e, ValueRange arguments) {
                     return Values{isSum
                                       ? e.add(arguments[1], arguments[0])
                                       : e.maximum(arguments[1], arguments[0])};
                   })
          .front();
  reduction.result =
      builder
          .elementwise({reduced, reduction.init}, emptyF32({}),
                       [&](ElementBuilder &e, ValueRange arguments) {
                         Value value = arguments[0];
                         if (!isSum)
                           value = e.canonicalize(value);
                         return Values{unlessSkipped(e, arguments[1], value)};
                       })
          .front();
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
                               "nearest_even and stochastic");
  return UpdateDecomposer(*this, opBuilder).run();
}

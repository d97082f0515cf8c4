//===- EncodeUpdate.cpp - granules, copies, amaxes and reductions ---------===//

#include "UpdateDecomposer.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;
using Index = std::optional<unsigned>;

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

/// Converts `position` in a state to a position in the dimensions of the op,
/// which `map` maps to the state.
static Values invert(AffineMap map, ArrayRef<Value> position) {
  return applyPermutationMap(inversePermutation(map), position);
}

void UpdateDecomposer::encodeGranules(StateParts &state, Value transformed) {
  GranularityAttr granularity = state.getGranularity();
  // If the op has a view, its granules are also the granules of the state.
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

/// Emits `value` with the order of all dimensions reversed, into `init`.
/// Returns `value` if it has rank 0.
static Value transpose(TensorBuilder &b, Value value, Value init) {
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  if (rank == 0)
    return value;
  auto reversed = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(rank)));
  return linalg::TransposeOp::create(b, value, init, reversed)->getResult(0);
}

/// Computes a transposed copy that shares codes: transposes the codes of the
/// main plane.
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
  logical =
      space.close(builder, logical, state.type.clone(builder.getF32Type()));
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
  auto codesType = cast<RankedTensorType>(codes.getType());
  // An empty tensor has no largest code, so keep the initial amax. The
  // reduction below would return rank 0, whose magnitude is not 0 if the
  // inverse scale is infinite.
  if (codesType.hasStaticShape() && codesType.getNumElements() == 0) {
    state.amax.result =
        builder
            .elementwise(state.amax.init, emptyF32({}),
                         [&](ElementBuilder &e, ValueRange arguments) {
                           Value init = arguments[0];
                           return Values{
                               unlessSkipped(e, init, e.canonicalize(init))};
                         })
            .front();
    return;
  }
  int64_t rank = codesType.getRank();
  auto type = RankedTensorType::get({}, state.getCodeType());
  Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  AffineMap scalar = AffineMap::get(rank, 0, builder.getContext());
  Value largest =
      builder
          .generic(codes, zero, {identity, scalar},
                   [](ElementBuilder &e, ValueRange arguments) -> Values {
                     return {e.max(arguments[1], arguments[0])};
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
                           scaleInv = e.div(e.number(1.0f), arguments[2]);
                         Value init = arguments[1];
                         Value amax = e.canonicalize(e.max(
                             init, e.measureCode(arguments[0], scaleInv)));
                         return Values{unlessSkipped(e, init, amax)};
                       })
          .front();
}

/// Emits the reduction of `terms`, starting from the init: a sum or a maximum.
/// The result is the init if the step is skipped.
void UpdateDecomposer::reduce(Destination &reduction, ReductionKind kind,
                              Value terms) {
  auto type = cast<RankedTensorType>(terms.getType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  AffineMap scalar = AffineMap::get(type.getRank(), 0, builder.getContext());
  bool isSum = kind == ReductionKind::Sum;
  Value reduced =
      builder
          .generic(terms, reduction.init, {identity, scalar},
                   [&](ElementBuilder &e, ValueRange arguments) {
                     return Values{isSum ? e.add(arguments[1], arguments[0])
                                         : e.max(arguments[1], arguments[0])};
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

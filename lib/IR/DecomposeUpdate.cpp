//===- DecomposeUpdate.cpp - fp8.update with plain states -----------------===//

#include "Decompose.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

static LogicalResult verifyPlain(UpdateOp op) {
  for (unsigned i = 0, e = op.getNumStates(); i < e; ++i)
    if (!op.getStorageOf(i).isPlain())
      return refuseToDecompose(
          op,
          "with state #" + Twine(i) + " stored as " +
              llvm::to_string(op.getStorageOf(i)),
          "states in f32, bf16 and f16, rounded to nearest, without residual, "
          "transform and copies");
  return success();
}

/// The values that the region gives for the elements of states and inputs, and
/// for scalars.
static Values emitRegion(ElementBuilder &e, UpdateOp op, ValueRange elements) {
  Block &body = op.getBody().front();
  IRMapping mapping;
  for (auto [argument, element] :
       llvm::zip_equal(body.getArguments(), elements))
    mapping.map(argument, e.decode(element));
  for (Operation &inner : body.without_terminator())
    e.builder().clone(inner, mapping);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookup(value); });
}

/// `init + sum` or `max(init, ...)` of `terms`, or `init` if `skip`.
static Value reduce(TensorBuilder &builder, ReductionKind kind, Value terms,
                    Value init, Value skip) {
  ImplicitLocOpBuilder &b = builder.builder();
  auto type = cast<RankedTensorType>(terms.getType());
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  AffineMap scalar = AffineMap::get(type.getRank(), 0, b.getContext());
  bool isSum = kind == ReductionKind::Sum;
  Value reduced =
      builder
          .generic(terms, init, {identity, scalar},
                   [&](ElementBuilder &e, ValueRange arguments) {
                     return Values{isSum
                                       ? e.add(arguments[1], arguments[0])
                                       : e.maximum(arguments[1], arguments[0])};
                   })
          .front();
  return builder
      .elementwise({reduced, init}, builder.empty({}, b.getF32Type()),
                   [&](ElementBuilder &e, ValueRange arguments) {
                     Value value = arguments[0];
                     if (!isSum)
                       value = e.canonicalize(value);
                     return Values{skip ? e.select(skip, arguments[1], value)
                                        : value};
                   })
      .front();
}

FailureOr<SmallVector<Value>>
UpdateOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)) || failed(verifyPlain(*this)))
    return failure();
  TensorBuilder builder(opBuilder, getLoc());
  ArrayRef<int64_t> shape = getFirstType().getShape();
  unsigned numStates = getNumStates();
  unsigned numPlanes = getProbe() ? 0 : numStates;

  Values inputs(getStates());
  llvm::append_range(inputs, getInputs());
  SmallVector<AffineMap> maps;
  for (unsigned i = 0, e = inputs.size(); i < e; ++i)
    maps.push_back(getMap(i));
  llvm::append_range(inputs, getScalars());
  maps.append(getScalars().size(),
              AffineMap::get(shape.size(), 0, getContext()));
  Values outputs(getInits().take_front(numPlanes));
  for (unsigned i = 0; i < numPlanes; ++i)
    maps.push_back(getMap(i));
  for (unsigned i = 0, e = getNumReductions(); i < e; ++i) {
    outputs.push_back(builder.empty(shape, opBuilder.getF32Type()));
    maps.push_back(opBuilder.getMultiDimIdentityMap(shape.size()));
  }
  if (outputs.empty())
    return Values();

  Values values = builder.generic(
      inputs, outputs, maps, [&](ElementBuilder &e, ValueRange arguments) {
        Values results =
            emitRegion(e, *this, arguments.take_front(inputs.size()));
        if (getProbe())
          results.erase(results.begin(), results.begin() + numStates);
        for (unsigned i = 0; i < numPlanes; ++i) {
          Value old = arguments[i];
          results[i] = e.encode(results[i], old.getType());
          if (getSkip())
            results[i] = e.select(getSkip(), old, results[i]);
        }
        return results;
      });
  for (unsigned i = 0, e = getNumReductions(); i < e; ++i)
    values[numPlanes + i] =
        reduce(builder, getReduction(i), values[numPlanes + i],
               getInits()[numPlanes + i], getSkip());
  return values;
}

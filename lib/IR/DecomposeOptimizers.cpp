//===- DecomposeOptimizers.cpp - named optimizers as fp8.update -----------===//

#include "OptimizerRules.h"
#include "UpdateOperands.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

//===----------------------------------------------------------------------===//
// Building updates
//===----------------------------------------------------------------------===//

namespace {
/// The operands and attributes of a new update.
struct NewUpdate {
  Values states, inputs, scalars, scales, inits;
  ArrayAttr storage, reductions;
  bool isStochastic = false;
};
} // namespace

/// Creates an update for the optimizer `op`. `emitBody` computes the results of
/// the body from its block arguments.
template <typename OpTy>
static UpdateOp
createUpdate(OpTy op, OpBuilder &builder, const NewUpdate &parts,
             unsigned numStates,
             function_ref<Values(ExpansionBuilder &, ValueRange)> emitBody) {
  Location loc = op.getLoc();
  auto update = UpdateOp::create(
      builder, loc, parts.states, parts.inputs, parts.scalars, parts.scales,
      op.getSkip(), parts.isStochastic ? op.getSeed() : Value(),
      parts.isStochastic ? op.getStep() : Value(), op.getOffsets(), parts.inits,
      /*valid=*/Value(), parts.storage, parts.reductions,
      /*indexing_maps=*/ArrayAttr(), op.getStaticOffsetsAttr(),
      op.getGlobalShapeAttr(), op.getProbeAttr());
  // Keeps attributes such as the one that suppresses findings of
  // --fp8-check-numerics.
  update->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  OpBuilder::InsertionGuard guard(builder);
  size_t numArguments = numStates + parts.inputs.size() + parts.scalars.size();
  Block *body =
      builder.createBlock(&update.getBody(), {},
                          SmallVector<Type>(numArguments, builder.getF32Type()),
                          SmallVector<Location>(numArguments, loc));
  ImplicitLocOpBuilder inner(loc, builder);
  ExpansionBuilder e(inner, builder.getF32Type());
  YieldOp::create(inner, emitBody(e, body->getArguments()));
  return update;
}

static ValueRange getCorrections(AdamOp op) { return op.getBiasCorrections(); }
static ValueRange getCorrections(AdamWOp op) { return op.getBiasCorrections(); }
static ValueRange getCorrections(Operation *) { return {}; }

/// Expands an optimizer that becomes a single update.
template <typename OpTy>
static FailureOr<Values> expandToUpdate(OpTy op, OpBuilder &builder) {
  NewUpdate parts;
  parts.states = op.getStates();
  parts.inputs = {op.getGradient()};
  parts.scalars = {op.getLr()};
  llvm::append_range(parts.scalars, getCorrections(op));
  parts.scales = op.getScales();
  parts.inits = op.getInits();
  parts.storage = op.getStorageAttr();
  parts.isStochastic = op.getSeed() != nullptr;
  unsigned numStates = op.getNumOptimizerStates();
  UpdateOp update =
      createUpdate(op, builder, parts, numStates,
                   [&](ExpansionBuilder &e, ValueRange arguments) {
                     ValueRange scalars = arguments.drop_front(numStates + 1);
                     OptimizerElement x{Values(arguments.take_front(numStates)),
                                        arguments[numStates],
                                        scalars[0],
                                        {},
                                        {}};
                     if (scalars.size() == 3) {
                       x.correction1 = scalars[1];
                       x.correction2 = scalars[2];
                     }
                     return emitStep(op, e, x);
                   });
  return Values(update.getResults());
}

#define FP8_ONE_UPDATE(OP)                                                     \
  FailureOr<Values> OP::decomposeOperation(OpBuilder &builder) {               \
    return expandToUpdate(*this, builder);                                     \
  }
FP8_ONE_UPDATE(SGDOp)
FP8_ONE_UPDATE(AdamOp)
FP8_ONE_UPDATE(AdamWOp)
FP8_ONE_UPDATE(LionOp)
FP8_ONE_UPDATE(AdagradOp)
FP8_ONE_UPDATE(RMSPropOp)
#undef FP8_ONE_UPDATE

//===----------------------------------------------------------------------===//
// LAMB
//===----------------------------------------------------------------------===//

namespace {
/// One state of the optimizer, with the operands that belong to it.
struct StateOperands {
  StorageAttr storage;
  Values read, scales, inits, amaxInits;

  /// Returns true if the only plane of the state stores its value unencoded.
  bool isOnePlane() const {
    return !isEightBit(storage.getFormat()) && !hasTensorScale(storage) &&
           storage.getResidual() == ResidualKind::None &&
           storage.getTransform() == StorageTransform::None;
  }
};

/// Builds an update that writes some states and only reads others. To read a
/// state with several planes, fp8.update must also write it. The results of
/// such a write are unused.
class LAMBUpdate {
public:
  LAMBUpdate(LAMBOp op, OpBuilder &builder) : op(op), builder(builder) {
    parts.scalars = {op.getLr()};
    llvm::append_range(parts.scalars, op.getBiasCorrections());
  }

  /// The following functions add an operand and return its index for `get`.
  unsigned addWritten(const StateOperands &state);
  unsigned addRead(const StateOperands &state);
  unsigned addInput(Value value);
  unsigned addScalar(Value value);

  /// Creates the update. `emitBody` returns the new values of the written
  /// states, followed by the values to sum.
  void create(unsigned numSums,
              function_ref<Values(ExpansionBuilder &)> emitBody);

  /// Returns the value of an added operand inside the body.
  Value get(unsigned place) const { return element[place]; }
  OptimizerElement getElement(ArrayRef<unsigned> states) const;

  /// Returns the new planes of written state `i`, including copies, or its
  /// amaxes.
  ValueRange getPlanes(unsigned i);
  ValueRange getAmaxes(unsigned i);
  ValueRange getSums() { return update.getResults().take_back(numSums); }

private:
  enum class Kind { State, Input, Scalar };
  unsigned place(Kind kind, size_t index) {
    places.push_back({kind, static_cast<unsigned>(index)});
    return places.size() - 1;
  }
  void addState(const StateOperands &state, bool isWritten);

  LAMBOp op;
  OpBuilder &builder;
  NewUpdate parts;
  std::vector<StateOperands> states;
  SmallVector<bool> areWritten;
  SmallVector<std::pair<Kind, unsigned>> places;
  UpdateOp update;
  unsigned numSums = 0;
  Values element;
  Value lr, correction1, correction2;
};
} // namespace

/// Groups the operands of `op` by state.
static std::vector<StateOperands> splitByState(LAMBOp op) {
  UpdateOperands operands = UpdateOperands::ofOptimizer(op);
  std::vector<StateOperands> states(operands.getNumStates());
  for (auto [i, state] : llvm::enumerate(states))
    state.storage = operands.getStorageOf(i);
  for (auto [plane, value] :
       llvm::zip_equal(operands.getReadPlanes(), operands.states))
    states[plane.state].read.push_back(value);
  OperandRange scales = operands.scales, inits = operands.inits;
  auto take = [](OperandRange &from) {
    Value value = from.front();
    from = from.drop_front();
    return value;
  };
  SmallVector<UpdatePlane> planes = operands.getAllPlanes();
  for (const UpdatePlane &plane : planes) {
    StateOperands &state = states[plane.state];
    state.inits.push_back(take(inits));
    if (!plane.hasTensorScale())
      continue;
    if (!plane.isCopy)
      state.scales.push_back(take(scales));
    state.scales.push_back(take(scales));
  }
  for (const UpdatePlane &plane : planes)
    if (plane.hasTensorScale())
      states[plane.state].amaxInits.push_back(take(inits));
  return states;
}

void LAMBUpdate::addState(const StateOperands &state, bool isWritten) {
  llvm::append_range(parts.states, state.read);
  llvm::append_range(parts.scales, state.scales);
  parts.isStochastic |=
      state.storage.getRounding() != RoundingMode::NearestEven;
  states.push_back(state);
  areWritten.push_back(isWritten);
}

unsigned LAMBUpdate::addWritten(const StateOperands &state) {
  addState(state, /*isWritten=*/true);
  return place(Kind::State, states.size() - 1);
}

unsigned LAMBUpdate::addRead(const StateOperands &state) {
  if (state.isOnePlane())
    return addInput(state.read.front());
  // Reads the same planes, but omits the copies and the random bits, because
  // nothing reads the result.
  StorageAttr storage = state.storage;
  StateOperands bare = state;
  bare.storage = StorageAttr::get(
      op.getContext(), storage.getFormat(), storage.getGranularity(),
      storage.getPow2Scale(), storage.getTransform(), RoundingMode::NearestEven,
      storage.getResidual(), storage.getCompute(), std::nullopt, {});
  bare.inits.clear();
  for (Value plane : state.read) {
    auto type = cast<RankedTensorType>(plane.getType());
    bare.inits.push_back(tensor::EmptyOp::create(
        builder, op.getLoc(),
        tensor::getMixedSizes(builder, op.getLoc(), plane),
        type.getElementType()));
  }
  // Keep the two scales of the main plane, for decoding and encoding.
  if (!bare.scales.empty() && hasTensorScale(storage)) {
    bare.scales.truncate(2);
    bare.amaxInits.truncate(1);
  } else {
    bare.scales.clear();
    bare.amaxInits.clear();
  }
  addState(bare, /*isWritten=*/false);
  return place(Kind::State, states.size() - 1);
}

unsigned LAMBUpdate::addInput(Value value) {
  parts.inputs.push_back(value);
  return place(Kind::Input, parts.inputs.size() - 1);
}

unsigned LAMBUpdate::addScalar(Value value) {
  parts.scalars.push_back(value);
  return place(Kind::Scalar, parts.scalars.size() - 1);
}

void LAMBUpdate::create(unsigned sums,
                        function_ref<Values(ExpansionBuilder &)> emitBody) {
  numSums = sums;
  for (const StateOperands &state : states)
    llvm::append_range(parts.inits, state.inits);
  for (const StateOperands &state : states)
    llvm::append_range(parts.inits, state.amaxInits);
  parts.storage = builder.getArrayAttr(
      llvm::map_to_vector(states, [](const StateOperands &state) {
        return Attribute(state.storage);
      }));
  if (numSums > 0) {
    auto zero = arith::ConstantOp::create(
        builder, op.getLoc(),
        DenseElementsAttr::get(RankedTensorType::get({}, builder.getF32Type()),
                               0.0f));
    parts.inits.append(numSums, zero);
    SmallVector<Attribute> kinds(
        numSums, ReductionKindAttr::get(op.getContext(), ReductionKind::Sum));
    parts.reductions = builder.getArrayAttr(kinds);
  }
  update = createUpdate(
      op, builder, parts, states.size(),
      [&](ExpansionBuilder &e, ValueRange arguments) {
        ValueRange inputs = arguments.drop_front(states.size());
        ValueRange scalars = inputs.drop_front(parts.inputs.size());
        for (auto [kind, index] : places)
          element.push_back(kind == Kind::State   ? arguments[index]
                            : kind == Kind::Input ? inputs[index]
                                                  : scalars[index]);
        lr = scalars[0];
        if (!op.getBiasCorrections().empty()) {
          correction1 = scalars[1];
          correction2 = scalars[2];
        }
        Values values = emitBody(e), yielded;
        auto *next = values.begin();
        for (auto [i, isWritten] : llvm::enumerate(areWritten))
          yielded.push_back(isWritten ? *next++ : arguments[i]);
        yielded.append(next, values.end());
        return yielded;
      });
}

OptimizerElement LAMBUpdate::getElement(ArrayRef<unsigned> places) const {
  return {llvm::map_to_vector(places, [&](unsigned i) { return get(i); }),
          {},
          lr,
          correction1,
          correction2};
}

ValueRange LAMBUpdate::getPlanes(unsigned i) {
  unsigned first = 0;
  for (const StateOperands &state : ArrayRef(states).take_front(i))
    first += state.inits.size();
  return update.getResults().slice(first, states[i].inits.size());
}

ValueRange LAMBUpdate::getAmaxes(unsigned i) {
  unsigned first = 0;
  for (const StateOperands &state : states)
    first += state.inits.size();
  for (const StateOperands &state : ArrayRef(states).take_front(i))
    first += state.amaxInits.size();
  return update.getResults().slice(first, states[i].amaxInits.size());
}

/// Emits `1 / scale` as a tensor of rank 0: the inverse scale of a plane
/// encoded with `scale`.
static Value invert(OpBuilder &builder, Location loc, Value scale) {
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(1.0f));
  Value value = tensor::ExtractOp::create(builder, loc, scale);
  Value inverse = arith::DivFOp::create(builder, loc, one, value);
  return tensor::FromElementsOp::create(builder, loc, scale.getType(), inverse);
}

/// Returns the operands that read `state` from `planes`, its new planes. The
/// planes of copies are not read.
static StateOperands getStored(OpBuilder &builder, Location loc,
                               const StateOperands &state, ValueRange planes) {
  StateOperands stored = state;
  stored.read.assign(planes.begin(), planes.begin() + state.read.size());
  if (hasTensorScale(state.storage))
    stored.scales[0] = invert(builder, loc, state.scales[1]);
  return stored;
}

FailureOr<Values> LAMBOp::decomposeOperation(OpBuilder &builder) {
  std::vector<StateOperands> states = splitByState(*this);

  LAMBUpdate moments(*this, builder);
  // Add the written states first, because the first state determines the shape
  // of the update. `m` and `v` have the shape of the parameter.
  unsigned m = moments.addWritten(states[1]);
  unsigned v = moments.addWritten(states[2]);
  unsigned w = moments.addRead(states[0]);
  unsigned g = moments.addInput(getGradient());
  moments.create(/*numSums=*/2, [&](ExpansionBuilder &e) -> Values {
    OptimizerElement x = moments.getElement({w, m, v});
    x.gradient = moments.get(g);
    auto [newM, newV] = emitMoments(*this, e, x);
    x.states = {x.states[0], newM, newV};
    Value u = emitDirection(*this, e, x);
    return {newM, newV, e.mul(x.states[0], x.states[0]), e.mul(u, u)};
  });

  LAMBUpdate parameter(*this, builder);
  w = parameter.addWritten(states[0]);
  SmallVector<unsigned> places = {w};
  for (unsigned i : {0u, 1u})
    places.push_back(parameter.addRead(
        getStored(builder, getLoc(), states[i + 1], moments.getPlanes(i))));
  unsigned parameterSum = parameter.addScalar(moments.getSums()[0]);
  unsigned directionSum = parameter.addScalar(moments.getSums()[1]);
  parameter.create(/*numSums=*/0, [&](ExpansionBuilder &e) -> Values {
    OptimizerElement x = parameter.getElement(places);
    Value u = emitDirection(*this, e, x);
    return {emitScaledStep(e, x.states[0], x.lr, u, parameter.get(parameterSum),
                           parameter.get(directionSum))};
  });

  Values results(parameter.getPlanes(0));
  llvm::append_range(results, moments.getPlanes(0));
  llvm::append_range(results, moments.getPlanes(1));
  llvm::append_range(results, parameter.getAmaxes(0));
  llvm::append_range(results, moments.getAmaxes(0));
  llvm::append_range(results, moments.getAmaxes(1));
  return results;
}

//===----------------------------------------------------------------------===//
// All optimizers of a module
//===----------------------------------------------------------------------===//

int64_t fp8::expandOptimizers(Operation *root, int64_t limit) {
  SmallVector<linalg::AggregatedOpInterface> ops;
  root->walk([&](linalg::AggregatedOpInterface op) {
    if (op->hasTrait<OptimizerTrait>())
      ops.push_back(op);
  });
  if (limit >= 0 && ops.size() > static_cast<size_t>(limit))
    ops.resize(limit);
  IRRewriter rewriter(root->getContext());
  for (linalg::AggregatedOpInterface op : ops) {
    rewriter.setInsertionPoint(op);
    // The expansion of a verified optimizer never fails.
    rewriter.replaceOp(op, *op.decomposeOperation(rewriter));
  }
  return ops.size();
}

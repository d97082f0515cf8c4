//===- DelayedStates.cpp - states of the delayed recipe -------------------===//

#include "QuantizationRewriter.h"

#include "fp8/Utils/FreeName.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// A kind of state that the delayed recipe adds, and its initial value.
struct StateSpec {
  StringRef suffix;
  StateKind kind;
  float initial;
};

constexpr StringLiteral kPrefix = "fp8.";
const StateSpec kHistory = {".history", StateKind::History, 0.0f};
const StateSpec kScales = {".scales", StateKind::Scale, 1.0f};

} // namespace

static std::string getName(Direction direction, const StateSpec &spec) {
  return (kPrefix + stringify(direction) + spec.suffix).str();
}

static Value addArgument(func::FuncOp func, Direction direction,
                         const StateSpec &spec, Type type) {
  Builder builder(func.getContext());
  unsigned i = func.getNumArguments();
  auto attributes = builder.getDictionaryAttr(
      {builder.getNamedAttr(
           FP8Dialect::kNameAttrName,
           builder.getStringAttr(getFreeName(func, getName(direction, spec)))),
       builder.getNamedAttr(FP8Dialect::kStateAttrName,
                            StateKindAttr::get(func.getContext(), spec.kind)),
       builder.getNamedAttr(FP8Dialect::kInitialAttrName,
                            builder.getF32FloatAttr(spec.initial))});
  // Insertion fails only for functions that are not func.func.
  (void)func.insertArgument(i, type, attributes, func.getLoc());
  return func.getArgument(i);
}

static void addResult(func::FuncOp func, Value state, const StateSpec &spec,
                      Value value) {
  Builder builder(func.getContext());
  auto name = func.getArgAttrOfType<StringAttr>(
      cast<BlockArgument>(state).getArgNumber(), FP8Dialect::kNameAttrName);
  auto attributes = builder.getDictionaryAttr(
      {builder.getNamedAttr(FP8Dialect::kNameAttrName, name),
       builder.getNamedAttr(FP8Dialect::kStateAttrName,
                            StateKindAttr::get(func.getContext(), spec.kind)),
       builder.getNamedAttr(FP8Dialect::kUpdatesAttrName, name)});
  (void)func.insertResult(func.getNumResults(), value.getType(), attributes);
  Operation *terminator = func.front().getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), value);
}

DelayedStates mlir::fp8::addDelayedStates(func::FuncOp func,
                                          const QuantizationPlan &plan,
                                          const QuantizationOptions &options) {
  Type f32 = Float32Type::get(func.getContext());
  DelayedStates states;
  for (Direction direction : kDirections) {
    int64_t count = plan.getNumTensors(direction);
    if (count == 0)
      continue;
    DelayedState &state = states[static_cast<unsigned>(direction)];
    state.history =
        addArgument(func, direction, kHistory,
                    RankedTensorType::get({options.historyLength, count}, f32));
    state.scales = addArgument(func, direction, kScales,
                               RankedTensorType::get({count}, f32));
  }
  return states;
}

/// Packs the amaxes of a direction into one tensor. The inserted slices are not
/// copied after bufferization, because each amax is computed directly into its
/// slice.
static Value packAmaxes(OpBuilder &builder, Location loc, Direction direction,
                        const QuantizationPlan &plan, ArrayRef<Value> amaxes) {
  auto at = [&](int64_t value) -> OpFoldResult {
    return builder.getIndexAttr(value);
  };
  Value packed = tensor::EmptyOp::create(
      builder, loc, static_cast<int64_t>(plan.getNumTensors(direction)),
      builder.getF32Type());
  for (auto [tensor, amax] : llvm::zip_equal(plan.tensors, amaxes))
    if (tensor.direction == direction && !tensor.granularity)
      packed = tensor::InsertSliceOp::create(builder, loc, amax, packed,
                                             ArrayRef{at(tensor.index)},
                                             ArrayRef{at(1)}, ArrayRef{at(1)});
  return packed;
}

void mlir::fp8::returnDelayedStates(func::FuncOp func,
                                    const QuantizationPlan &plan,
                                    const QuantizationOptions &options,
                                    const DelayedStates &states,
                                    ArrayRef<Value> amaxes) {
  Operation *terminator = func.front().getTerminator();
  OpBuilder builder(terminator);
  Location loc = terminator->getLoc();
  for (Direction direction : kDirections) {
    const DelayedState &state = states[static_cast<unsigned>(direction)];
    if (!state.history)
      continue;
    Value packed = packAmaxes(builder, loc, direction, plan, amaxes);
    auto update = UpdateScalesOp::create(
        builder, loc, state.history, packed, state.scales,
        options.getFormat(direction), options.amaxAlgo, options.scaling);
    addResult(func, state.history, kHistory, update.getNewHistory());
    addResult(func, state.scales, kScales, update.getNewScales());
  }
}

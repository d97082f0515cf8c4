//===- StoragePlanner.cpp - what is stored how ----------------------------===//

#include "AnyPrecision.h"
#include "Divisors.h"
#include "OutputLayer.h"
#include "OutsideReads.h"
#include "StorageOverrides.h"
#include "StoragePlan.h"
#include "StoragePresets.h"
#include "StoredReaders.h"
#include "UpdateBound.h"
#include "WeightCopies.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/UpdateRegion.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("assign-storage").category("fp8");

/// Elements of a column that share a scale, and the least that have one.
constexpr int64_t kColumn = 128, kMinColumn = 64;

/// A state of an update that is an argument of the step.
struct Place {
  UpdateOp update;
  unsigned state;
};

class Planner {
public:
  Planner(func::FuncOp func, const StorageOptions &options)
      : func(func), options(options) {}

  FailureOr<StoragePlan> run();

private:
  LogicalResult findPlaces();
  LogicalResult choosePresets();
  StoredState &store(unsigned argument, StorageAttr storage,
                     StoragePreset preset);
  LogicalResult storeParameter(unsigned argument, const StorageChoice &choice);
  LogicalResult checkAdamW(unsigned argument);
  void storeMoment(unsigned parameter, unsigned argument,
                   const StorageChoice &choice);
  GranularityAttr chooseGranules(unsigned parameter,
                                 const StorageChoice &choice);
  StorageAttr avoidStall(StorageAttr storage, unsigned argument);
  void keep(unsigned argument, const Twine &reason);
  void chooseScales(StoredState &state);
  void numberStreams();
  LogicalResult checkNames();

  func::FuncOp func;
  const StorageOptions &options;
  /// By argument.
  llvm::MapVector<unsigned, Place> places;
  llvm::MapVector<unsigned, StorageChoice> choices;
  /// Parameters whose rows run over the symbols of the output.
  llvm::DenseSet<unsigned> outputs;
  StoragePlan plan;
};
} // namespace

static std::optional<StateKind> getKind(func::FuncOp func, unsigned argument) {
  auto kind = func.getArgAttrOfType<StateKindAttr>(argument,
                                                   FP8Dialect::kStateAttrName);
  return kind ? std::optional(kind.getValue()) : std::nullopt;
}

/// A remark why a state stays in f32.
void Planner::keep(unsigned argument, const Twine &reason) {
  remark::missed(func.getArgument(argument).getLoc(), kRemark)
      << "'" + getArgumentName(func, argument) + "' stays f32: " + reason.str();
}

/// States are arguments that one update reads and whose result the step
/// returns: anything else stays as it is.
LogicalResult Planner::findPlaces() {
  llvm::DenseSet<unsigned> twice;
  bool hasUpdate = false;
  func.walk([&](UpdateOp update) {
    hasUpdate = true;
    if (update->getBlock() != &func.front() || !update.isPlain())
      return;
    for (auto [i, value] : llvm::enumerate(update.getMainPlanes())) {
      auto argument = dyn_cast<BlockArgument>(value);
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!argument || !type)
        continue;
      if (!type.getElementType().isF32()) {
        remark::missed(argument.getLoc(), kRemark)
            << "'" + getArgumentName(func, argument.getArgNumber()) +
                   "' stays as it is: presets store states of f32";
        continue;
      }
      if (!places.insert({argument.getArgNumber(), Place{update, unsigned(i)}})
               .second)
        twice.insert(argument.getArgNumber());
    }
  });
  if (!hasUpdate) {
    InFlightDiagnostic diag =
        emitError(func.getLoc(),
                  "expected a step with fp8.update to store its states, but @");
    diag << func.getName() << " has none";
    diag.attachNote() << "--fp8-raise-updates makes them";
    return diag;
  }
  Operation *terminator = func.front().getTerminator();
  places.remove_if([&](auto &entry) {
    unsigned argument = entry.first;
    if (twice.contains(argument)) {
      keep(argument, "more than one update changes it");
      return true;
    }
    std::optional<unsigned> result =
        findUpdatingResult(func, getArgumentName(func, argument));
    Place place = entry.second;
    if (result &&
        terminator->getOperand(*result) == place.update.getResult(place.state))
      return false;
    keep(argument, "the step does not return its update as it is");
    return true;
  });
  return success();
}

/// Whether a contraction reads `value`, as it is, rearranged or quantized.
static bool isContracted(Value value) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (auto contract = dyn_cast<ContractOp>(user)) {
      if (contract.getLhs() == value || contract.getRhs() == value)
        return true;
      continue;
    }
    if (std::optional<Contraction> match = matchContraction(user)) {
      if (match->kind == ContractionKind::Matmul &&
          (match->lhs == value || match->rhs == value))
        return true;
      continue;
    }
    if (getValueSource(user) == value && isContracted(user->getResult(0)))
      return true;
  }
  return false;
}

/// Whether codes of `value`, as it is or rearranged, are made by another scale
/// or in another format than codes that are stored have.
static bool isQuantizedOtherwise(Value value, bool isRearranged = false) {
  for (Operation *user : value.getUsers()) {
    if (auto quantize = dyn_cast<QuantizeOp>(user);
        quantize && (isRearranged || !readsAsStored(quantize)))
      return true;
    if ((getLayoutSource(user) == value || getFloatCastSource(user) == value) &&
        isQuantizedOtherwise(user->getResult(0), /*isRearranged=*/true))
      return true;
  }
  return false;
}

/// Parameters that contractions read take the preset, others only by name.
LogicalResult Planner::choosePresets() {
  if (failed(checkPreset(func, options.policy, options.preset, "")))
    return failure();
  for (auto &[argument, place] : places)
    if (getKind(func, argument) == StateKind::Param)
      choices[argument] = {isContracted(func.getArgument(argument))
                               ? options.preset
                               : StoragePreset::FP32};
  for (const std::string &text : options.overrides) {
    llvm::Regex regex;
    FailureOr<StorageChoice> choice =
        parseOverride(func, options.policy, text, regex);
    if (failed(choice))
      return failure();
    bool matches = false;
    for (auto &[argument, chosen] : choices)
      if (regex.match(getArgumentName(func, argument))) {
        chosen = *choice;
        matches = true;
      }
    if (matches)
      continue;
    InFlightDiagnostic diag =
        emitError(func.getLoc(),
                  "expected an override of the storage to name "
                  "a parameter that an fp8.update changes, but '")
        << StringRef(text).rsplit('=').first << "' matches none";
    Diagnostic &note = diag.attachNote() << "parameters: ";
    llvm::interleaveComma(choices, note, [&](const auto &entry) {
      note << getArgumentName(func, entry.first);
    });
    return diag;
  }
  return success();
}

StoredState &Planner::store(unsigned argument, StorageAttr storage,
                            StoragePreset preset) {
  StoredState state;
  state.argument = argument;
  state.name = getArgumentName(func, argument);
  state.kind = getKind(func, argument).value_or(StateKind::Moment);
  state.type = cast<RankedTensorType>(func.getArgument(argument).getType());
  state.storage = storage;
  state.isPeer = isPeer(preset);
  // A power of two seldom changes, and codes of what a step leaves alone stay
  // what they are: under any other scale all would be rounded anew in each
  // step, by what the rounding of the largest weight did in the one before.
  state.scaling = ScalingAttr::get(func.getContext(), /*margin=*/0,
                                   /*pow2=*/true);
  return plan.states.insert({argument, std::move(state)}).first->second;
}

/// Stochastic where rounding to nearest would let the state stand still.
StorageAttr Planner::avoidStall(StorageAttr storage, unsigned argument) {
  Place place = places.lookup(argument);
  Decay decay = UpdateRegion(place.update).getDecay(place.state);
  if (storage.getRounding() != RoundingMode::NearestEven)
    return storage;
  unsigned bits = getSignificandBits(storage);
  std::string reason;
  if (decay.kind == Decay::Kind::Scalar)
    reason = "its decay is no constant";
  else if (stallsAtNearest(storage, decay.factor))
    reason = "its decay changes it by less than 2^-" + std::to_string(bits) +
             " of itself, where " + stringifyFormat(storage.getFormat()).str() +
             " stands still";
  else
    return storage;
  remark::passed(func.getArgument(argument).getLoc(), kRemark)
      << "'" + getArgumentName(func, argument) +
             "' is rounded stochastically: " + reason;
  return withRounding(storage, RoundingMode::QuasiStochastic, kNoStream, {});
}

/// Where the moments of a row would belong to many symbols, those of a column
/// share a scale.
GranularityAttr Planner::chooseGranules(unsigned parameter,
                                        const StorageChoice &choice) {
  if (choice.granules || !outputs.contains(parameter))
    return choice.granules;
  auto type = cast<RankedTensorType>(func.getArgument(parameter).getType());
  // Below that, scales would be too many bytes.
  if (type.getDimSize(0) < kMinColumn)
    return {};
  return GranularityAttr::get(func.getContext(), GranularityKind::Block,
                              {kColumn, 1});
}

void Planner::storeMoment(unsigned parameter, unsigned argument,
                          const StorageChoice &choice) {
  Place place = places.lookup(argument);
  Place owner = places.lookup(parameter);
  UpdateRegion region(place.update);
  Decay decay = region.getDecay(place.state);
  if (func.getArgument(argument).getType() !=
      func.getArgument(parameter).getType())
    return keep(argument, "its shape is not that of '" +
                              getArgumentName(func, parameter) + "'");
  // A copy of the weights, averaged, keeps more digits than a moment needs.
  if (owner.update == place.update &&
      !region.dependsOn(region.getNew(owner.state), region.getOld(place.state)))
    return keep(argument, "'" + getArgumentName(func, parameter) +
                              "' does not depend on it");
  if (owner.update == place.update &&
      isWeightCopy(place.update, owner.state, place.state))
    return keep(argument, "it is a copy of '" +
                              getArgumentName(func, parameter) +
                              "', which keeps more digits than a moment");
  bool isDecaying = decay.kind == Decay::Kind::Scalar ||
                    (decay.kind == Decay::Kind::Constant && decay.factor > 0 &&
                     decay.factor < 1);
  if (!isDecaying)
    return keep(argument, "it does not decay by a factor between 0 and 1, so "
                          "that what is rounded away would be lost");
  StorageAttr storage = getMomentStorage(func.getContext(), choice.preset,
                                         region.isNonNegative(place.state),
                                         chooseGranules(parameter, choice));
  if (isInRootedDifference(place.update, region, place.state))
    return keep(argument,
                "a root is taken of a difference of states that it is "
                "in, which may be negative where they are rounded");
  // Bf16 has the exponents of f32.
  if (isEightBit(storage.getFormat()) &&
      (isDivisor(func.getArgument(argument)) ||
       isDivisor(place.update.getResult(place.state)) ||
       isOldDivisor(place.update, region, place.state))) {
    std::string reason = "what is stored of it becomes a divisor, and codes of "
                         "small values are 0";
    if (isPeer(choice.preset))
      return keep(argument, reason);
    remark::passed(func.getArgument(argument).getLoc(), kRemark)
        << "'" + getArgumentName(func, argument) + "' takes 16 bits: " + reason;
    storage =
        getMomentStorage(func.getContext(), StoragePreset::BF16Residual,
                         region.isNonNegative(place.state), /*granules=*/{});
  }
  if (!isPeer(choice.preset))
    storage = avoidStall(storage, argument);
  store(argument, storage, choice.preset);
}

/// AnyPrecisionAdamW is no storage: what it rounds is in its order.
LogicalResult Planner::checkAdamW(unsigned argument) {
  Place place = places.lookup(argument);
  // The compensation is a new state in the midst of the others, whose scales
  // and decisions are by number.
  for (auto &[other, choice] : choices) {
    if (other == argument || places.lookup(other).update != place.update ||
        choice.preset == StoragePreset::FP32)
      continue;
    InFlightDiagnostic diag = place.update.emitError(
        "expected an fp8.update under preset 'anyprecision' to change one "
        "parameter that is stored, but it changes '");
    diag << getArgumentName(func, argument) << "' and '"
         << getArgumentName(func, other) << "'";
    diag.attachNote(func.getArgument(other).getLoc())
        << "supported: an update of its own for each, or fp32 for the others";
    return diag;
  }
  std::string reason;
  if (isAdamW(place.update, place.state, reason)) {
    auto [first, second] = getAdamWMoments(place.update, place.state);
    bool areStates = llvm::all_of(ArrayRef{first, second}, [&](unsigned state) {
      auto moment =
          dyn_cast<BlockArgument>(place.update.getMainPlanes()[state]);
      return moment && places.contains(moment.getArgNumber()) &&
             moment.getType() == func.getArgument(argument).getType();
    });
    if (areStates)
      return success();
    reason = "its moments are no states of the step";
  }
  InFlightDiagnostic diag =
      place.update.emitError("expected the update of '")
      << getArgumentName(func, argument) << "' to be AdamW for preset '"
      << stringify(StoragePreset::AnyPrecision) << "', but " << reason;
  diag.attachNote() << "supported: w' = F * w - S * m' / (R * sqrt(v') + "
                       "epsilon) with scalars F, S and R, and moments that are "
                       "averages of one gradient and of its square";
  return diag;
}

LogicalResult Planner::storeParameter(unsigned argument,
                                      const StorageChoice &choice) {
  StoragePreset preset = choice.preset;
  auto type = cast<RankedTensorType>(func.getArgument(argument).getType());
  if (!type.hasStaticShape() || type.getNumElements() == 0) {
    keep(argument, "its shape is not static, or empty");
    return success();
  }
  bool isApart = preset == StoragePreset::AnyPrecision;
  if (isApart && failed(checkAdamW(argument)))
    return failure();
  if (choice.granules && failed(choice.granules.getScaleShape(type.getShape())))
    return emitError(func.getArgument(argument).getLoc(),
                     "expected granules that fit '")
           << getArgumentName(func, argument) << "', " << type << ", but got "
           << stringifyGranularityKind(choice.granules.getKind());
  StorageAttr storage = getParameterStorage(func.getContext(), preset);
  Place place = places.lookup(argument);
  // One that is no constant is only remarked on: most of them, such as those
  // of schedules, are large enough.
  Decay decay = UpdateRegion(place.update).getDecay(place.state);
  if (!isPeer(preset) && decay.kind == Decay::Kind::Constant &&
      decay.factor > 0 && decay.factor < 1)
    storage = avoidStall(storage, argument);
  // Whoever is not the update reads the main plane alone.
  bool isSplit = isApart || storage.getResidual() != ResidualKind::None;
  if (Operation *reader =
          isSplit ? findOutsideRead(place.update, place.state) : nullptr) {
    keep(argument, "its new value comes from the old one by way of '" +
                       reader->getName().getStringRef() +
                       "' outside of its fp8.update, where no residual is "
                       "read");
    return success();
  }
  // Codes of codes would be rounded twice.
  if (isEightBit(storage.getFormat()) &&
      isQuantizedOtherwise(func.getArgument(argument))) {
    storage = withWholeReaders(storage);
    remark::passed(func.getArgument(argument).getLoc(), kRemark)
        << "'" + getArgumentName(func, argument) +
               "' is read with its residual: it is quantized by another scale "
               "or in another format than it is stored";
  }
  store(argument, storage, preset).isApart = isApart;
  for (auto &[other, otherPlace] : places) {
    if (choices.contains(other))
      continue;
    // Of the same update, or of one whose results this update reads.
    bool isRead =
        otherPlace.update == place.update ||
        llvm::is_contained(place.update.getInputs(),
                           otherPlace.update.getResult(otherPlace.state));
    if (isRead)
      storeMoment(argument, other, choice);
  }
  return success();
}

/// By name, so that a step captured in another order draws the same.
void Planner::numberStreams() {
  uint32_t next = 0;
  auto skip = [&](std::optional<uint32_t> stream) {
    if (stream)
      next = std::max(next, *stream + 1);
  };
  func->getParentOfType<ModuleOp>().walk([&](Operation *op) {
    if (auto quantize = dyn_cast<QuantizeOp>(op))
      skip(quantize.getStream());
    if (auto update = dyn_cast<UpdateOp>(op))
      for (unsigned i = 0, e = update.getNumStates(); i < e; ++i)
        skip(update.getStorageOf(i).getStream());
  });
  SmallVector<StoredState *> drawn;
  for (auto &[argument, state] : plan.states)
    if (state.isStochastic())
      drawn.push_back(&state);
  llvm::sort(drawn,
             [](StoredState *a, StoredState *b) { return a->name < b->name; });
  for (StoredState *state : drawn)
    state->storage =
        withRounding(state->storage, state->storage.getRounding(), next++, {});
}

/// Planes are found by name.
LogicalResult Planner::checkNames() {
  for (const auto &[argument, state] : plan.states)
    for (const StatePlane &plane : state.getPlanes())
      for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
        if (i != argument && getArgumentName(func, i) == plane.name)
          return emitError(func.getArgument(i).getLoc())
                 << "expected the name '" << plane.name
                 << "' to be free for a plane of '" << state.name
                 << "', but this argument has it";
  return success();
}

void Planner::chooseScales(StoredState &state) {
  if (!state.hasTensorScale() || options.policy != ScalePolicy::Bounded ||
      state.isPeer)
    return;
  Place place = places.lookup(state.argument);
  std::string reason;
  state.isBounded = canBoundUpdate(place.update, place.state, reason);
  if (state.isBounded)
    return;
  remark::missed(place.update.getLoc(), kRemark)
      << "'" + state.name + "' takes policy current: " + reason;
}

FailureOr<StoragePlan> Planner::run() {
  if (failed(findPlaces()) || failed(choosePresets()))
    return failure();
  if (llvm::any_of(choices, [](const auto &entry) {
        return hasGranules(entry.second.preset);
      }))
    outputs = findRowsOfOutputs(func);
  for (auto &[argument, choice] : choices)
    if (choice.preset != StoragePreset::FP32 &&
        failed(storeParameter(argument, choice)))
      return failure();
  numberStreams();
  for (auto &[argument, state] : plan.states)
    chooseScales(state);
  if (failed(checkNames()))
    return failure();
  for (const auto &[argument, state] : plan.states) {
    std::string text;
    llvm::raw_string_ostream(text) << state.storage;
    remark::passed(func.getArgument(argument).getLoc(), kRemark)
        << "'" + state.name + "' is stored as " + text +
               (state.isBounded ? ", its scale is bounded" : "");
  }
  return std::move(plan);
}

FailureOr<StoragePlan> mlir::fp8::planStorage(func::FuncOp func,
                                              const StorageOptions &options) {
  return Planner(func, options).run();
}

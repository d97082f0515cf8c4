//===- StoragePlanner.cpp - chooses the storage of states -----------------===//

#include "AnyPrecision.h"
#include "Divisors.h"
#include "OutputLayer.h"
#include "OutsideReads.h"
#include "StorageChoices.h"
#include "StoragePresets.h"
#include "StoredReaders.h"
#include "UpdateBound.h"
#include "WeightCopies.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Stall.h"
#include "fp8/Analysis/UpdateRegion.h"
#include "fp8/Numerics/Draws.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Number of elements of a column that share a scale, and the minimum number of
/// rows of a matrix that gets scales per column.
constexpr int64_t kColumn = 128, kMinColumn = 64;

class Planner {
public:
  Planner(func::FuncOp func, ScalePolicy policy, StorageChoices choices)
      : func(func), policy(policy), places(std::move(choices.places)),
        choices(std::move(choices.parameters)) {}

  FailureOr<StoragePlan> run();

private:
  StoredState &store(unsigned argument, StorageAttr storage,
                     StoragePreset preset);
  LogicalResult storeParameter(unsigned argument, const StorageChoice &choice);
  LogicalResult checkAdamW(unsigned argument);
  void storeMoment(unsigned parameter, unsigned argument,
                   const StorageChoice &choice);
  SmallVector<unsigned> findMoments(UpdateOp update);
  GranularityAttr chooseGranules(unsigned parameter,
                                 const StorageChoice &choice);
  StorageAttr avoidStall(StorageAttr storage, unsigned argument);
  void keep(unsigned argument, const Twine &reason) {
    remarkKept(func, argument, reason);
  }
  void chooseScales(StoredState &state);
  void numberStreams();
  LogicalResult checkNames();

  func::FuncOp func;
  ScalePolicy policy;
  /// Keyed by argument number.
  llvm::MapVector<unsigned, StatePlace> places;
  llvm::MapVector<unsigned, StorageChoice> choices;
  /// Parameters for which findRowsOfOutputs() recommends scales per column.
  llvm::DenseSet<unsigned> outputs;
  StoragePlan plan;
};
} // namespace

/// Returns true if an op quantizes `value`, or a rearrangement or cast of it,
/// in a way that the stored codes cannot replace.
static bool isQuantizedOtherwise(Value value, bool isRearranged = false) {
  for (Operation *user : value.getUsers()) {
    if (auto quantize = dyn_cast<QuantizeOp>(user);
        quantize && (isRearranged || !readsAsStored(quantize)))
      return true;
    if (getMovedSource(user, Move::Retype) == value &&
        isQuantizedOtherwise(user->getResult(0), /*isRearranged=*/true))
      return true;
  }
  return false;
}

StoredState &Planner::store(unsigned argument, StorageAttr storage,
                            StoragePreset preset) {
  StoredState state;
  state.argument = state.owner = argument;
  state.name = getArgumentName(func, argument);
  state.kind = getStateKind(func, argument).value_or(StateKind::Moment);
  state.type = cast<RankedTensorType>(func.getArgument(argument).getType());
  state.storage = storage;
  state.isPublished = getRow(preset).isPublished;
  // Use a power-of-two scale, because it seldom changes. Codes of unchanged
  // weights then stay the same. Any other scale would change with the largest
  // weight, and every step would round all weights again.
  state.scaling = ScalingAttr::get(func.getContext(), /*margin=*/0,
                                   /*pow2=*/true);
  return plan.states.insert({argument, std::move(state)}).first->second;
}

/// Returns `storage` with stochastic rounding if the moment would stall when it
/// is rounded to nearest.
StorageAttr Planner::avoidStall(StorageAttr storage, unsigned argument) {
  StatePlace place = places.lookup(argument);
  Decay decay = UpdateRegion(place.update).getDecay(place.state);
  if (storage.getRounding() != RoundingMode::NearestEven)
    return storage;
  unsigned bits = getSignificandBits(storage);
  std::string reason;
  if (decay.kind == Decay::Kind::Scalar)
    reason = "its decay is no constant";
  else if (findStall(storage, decay.factor).kind != Stall::Kind::None)
    reason = "its decay changes it by less than 2^-" + std::to_string(bits) +
             " of itself, where " + stringifyFormat(storage.getFormat()).str() +
             " stalls";
  else
    return storage;
  remark::passed(func.getArgument(argument).getLoc(), kStorageRemark)
      << "'" + getArgumentName(func, argument) +
             "' is rounded stochastically: " + reason;
  return withRounding(storage, RoundingMode::Stochastic, kNoStream, {});
}

/// Returns the granularity of moments. Elements of a column share a scale if a
/// row has moments of many symbols.
GranularityAttr Planner::chooseGranules(unsigned parameter,
                                        const StorageChoice &choice) {
  if (choice.granules || !outputs.contains(parameter))
    return choice.granules;
  auto type = cast<RankedTensorType>(func.getArgument(parameter).getType());
  // Scales of smaller columns would need too many bytes.
  if (type.getDimSize(0) < kMinColumn)
    return {};
  return GranularityAttr::get(func.getContext(), GranularityKind::Block,
                              {kColumn, 1});
}

void Planner::storeMoment(unsigned parameter, unsigned argument,
                          const StorageChoice &choice) {
  StatePlace place = places.lookup(argument);
  StatePlace owner = places.lookup(parameter);
  UpdateRegion region(place.update);
  Decay decay = region.getDecay(place.state);
  if (func.getArgument(argument).getType() !=
      func.getArgument(parameter).getType())
    return keep(argument, "its shape differs from the shape of '" +
                              getArgumentName(func, parameter) + "'");
  // An average of weights is not a moment and needs more precision.
  if (owner.update == place.update &&
      !region.dependsOn(region.getNew(owner.state), region.getOld(place.state)))
    return keep(argument, "'" + getArgumentName(func, parameter) +
                              "' does not depend on it");
  if (owner.update == place.update &&
      isWeightCopy(place.update, owner.state, place.state))
    return keep(argument, "it is a copy of '" +
                              getArgumentName(func, parameter) +
                              "', which needs more precision than a moment");
  bool isDecaying = decay.kind == Decay::Kind::Scalar ||
                    (decay.kind == Decay::Kind::Constant && decay.factor > 0 &&
                     decay.factor < 1);
  if (!isDecaying)
    return keep(argument, "it does not decay by a factor between 0 and 1, so "
                          "rounding errors would accumulate");
  StorageAttr storage = getMomentStorage(func.getContext(), choice.preset,
                                         region.isNonNegative(place.state),
                                         chooseGranules(parameter, choice));
  if (isInRootedDifference(place.update, region, place.state))
    return keep(argument, "a root is taken of a difference of states that "
                          "includes it, which may be negative after rounding");
  // Only 8-bit formats are a problem: bf16 has the exponent range of f32, so it
  // rounds no such divisor to 0.
  if (isEightBit(storage.getFormat()) &&
      (isDivisor(func.getArgument(argument)) ||
       isDivisor(place.update.getResult(place.state)) ||
       isOldDivisor(place.update, region, place.state))) {
    std::string reason =
        "its stored value becomes a divisor, and codes of small values are 0";
    if (getRow(choice.preset).isPublished)
      return keep(argument, reason);
    remark::passed(func.getArgument(argument).getLoc(), kStorageRemark)
        << "'" + getArgumentName(func, argument) +
               "' is stored in 16 bits: " + reason;
    storage =
        getMomentStorage(func.getContext(), StoragePreset::BF16Residual,
                         region.isNonNegative(place.state), /*granules=*/{});
  }
  if (storage.getFormat() == fp8::Format::F32)
    return keep(argument, "the preset says so");
  if (!getRow(choice.preset).isPublished)
    storage = avoidStall(storage, argument);
  StoredState &state = store(argument, storage, choice.preset);
  state.owner = parameter;
  state.isNonNegative = region.isNonNegative(place.state);
}

/// Checks that an update is AdamW, because AnyPrecisionAdamW defines not only a
/// storage but also an operation order.
LogicalResult Planner::checkAdamW(unsigned argument) {
  StatePlace place = places.lookup(argument);
  // Inserting the compensation as a new state changes the indices of later
  // states. So the update must not change another stored parameter.
  for (auto &[other, choice] : choices) {
    if (other == argument || places.lookup(other).update != place.update ||
        choice.preset == StoragePreset::FP32)
      continue;
    InFlightDiagnostic diag = place.update.emitError(
        "expected an fp8.update under preset 'anyprecision' to change one "
        "stored parameter, but it changes '");
    diag << getArgumentName(func, argument) << "' and '"
         << getArgumentName(func, other) << "'";
    diag.attachNote(func.getArgument(other).getLoc())
        << "supported are one update per parameter, or the preset fp32 for all "
           "but one of its parameters";
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
      << stringifyStoragePreset(StoragePreset::AnyPrecision) << "', but "
      << reason;
  diag.attachNote() << "supported are w' = F * w - S * m' / (R * sqrt(v') + "
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
  bool isApart = isAnyPrecision(preset);
  if (isApart && failed(checkAdamW(argument)))
    return failure();
  if (choice.granules && failed(choice.granules.getScaleShape(type.getShape())))
    return emitError(func.getArgument(argument).getLoc(),
                     "expected a granularity that fits '")
           << getArgumentName(func, argument) << "', " << type << ", but got "
           << stringifyGranularityKind(choice.granules.getKind());
  StorageAttr storage = getParameterStorage(func.getContext(), preset);
  StatePlace place = places.lookup(argument);
  // Readers outside the update do not read the residual.
  bool isSplit = isApart || storage.getResidual() != ResidualKind::None;
  if (Operation *reader =
          isSplit ? findOutsideRead(place.update, place.state) : nullptr) {
    keep(argument,
         "its new value depends on the old one through '" +
             reader->getName().getStringRef() +
             "' outside its fp8.update, where the residual is not read");
    return success();
  }
  // An op that quantizes the decoded main plane again would round twice, so it
  // must read the whole value. After the update, a contraction computes its own
  // scale for the new value.
  Value newValue = place.update.getResult(place.state);
  if (isEightBit(storage.getFormat()) &&
      (isQuantizedOtherwise(func.getArgument(argument)) ||
       isQuantizedOtherwise(newValue, /*isRearranged=*/true))) {
    storage = withWholeReaders(storage);
    remark::passed(func.getArgument(argument).getLoc(), kStorageRemark)
        << "'" + getArgumentName(func, argument) +
               "' is read with its residual: it is quantized by another scale "
               "or in another format than it is stored";
  }
  store(argument, storage, preset).isApart = isApart;
  for (unsigned other : findMoments(place.update))
    if (!choices.contains(other))
      storeMoment(argument, other, choice);
  return success();
}

/// Returns the states of `update`, and the states of other updates whose new
/// values it reads, in the order of `places`.
SmallVector<unsigned> Planner::findMoments(UpdateOp update) {
  llvm::SmallSetVector<Value, 8> newValues(update.result_begin(),
                                           update.result_end());
  newValues.insert_range(update.getInputs());
  SmallVector<unsigned> positions;
  for (Value value : newValues) {
    auto source = value.getDefiningOp<UpdateOp>();
    unsigned state = source ? cast<OpResult>(value).getResultNumber() : 0;
    if (!source || state >= source.getNumStates())
      continue;
    auto argument = dyn_cast<BlockArgument>(source.getMainPlanes()[state]);
    auto *entry =
        argument ? places.find(argument.getArgNumber()) : places.end();
    if (entry != places.end() && entry->second.update == source &&
        entry->second.state == state)
      positions.push_back(entry - places.begin());
  }
  llvm::sort(positions);
  return llvm::map_to_vector(
      positions, [&](unsigned i) { return (places.begin() + i)->first; });
}

/// Assigns streams of random bits in the order of parameter names, so that the
/// random bits do not depend on the order in which a step is captured. All
/// states of a parameter share Philox blocks. Quasi-random bits have a separate
/// stream.
void Planner::numberStreams() {
  uint32_t next = 0;
  auto skip = [&](std::optional<uint32_t> stream) {
    if (stream)
      next = std::max(next, numerics::getKeyStream(*stream) + 1);
  };
  func->getParentOfType<ModuleOp>().walk([&](Operation *op) {
    if (auto quantize = dyn_cast<QuantizeOp>(op))
      skip(quantize.getStream());
    if (auto update = dyn_cast<UpdateOp>(op))
      for (unsigned i = 0, e = update.getNumStates(); i < e; ++i)
        skip(update.getStorageOf(i).getStream());
  });
  using Key = std::tuple<std::string, bool, bool, StringRef>;
  SmallVector<std::pair<Key, StoredState *>> drawn;
  for (auto &[argument, state] : plan.states)
    if (state.isStochastic())
      drawn.push_back(
          {{getArgumentName(func, state.owner), state.owner != argument,
            !state.isNonNegative, state.name},
           &state});
  llvm::sort(drawn, llvm::less_first());
  std::optional<unsigned> owner;
  uint32_t number = 0, partner = 0;
  for (auto &[key, state] : drawn) {
    RoundingMode rounding = state->storage.getRounding();
    uint32_t stream = 0;
    if (rounding == RoundingMode::QuasiStochastic) {
      stream = next++;
    } else {
      if (owner != state->owner || partner == numerics::maxPartners) {
        owner = state->owner;
        number = next++;
        partner = 0;
      }
      stream = number + partner++ * numerics::partnerStream;
    }
    state->storage = withRounding(state->storage, rounding, stream, {});
  }
}

/// Checks that plane names are unique, because planes are found by name.
LogicalResult Planner::checkNames() {
  llvm::StringMap<unsigned> arguments;
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    arguments[getArgumentName(func, i)] = i;
  for (const auto &[argument, state] : plan.states)
    for (const StatePlane &plane : state.getPlanes())
      if (auto other = arguments.find(plane.name);
          other != arguments.end() && other->second != argument)
        return emitError(func.getArgument(other->second).getLoc())
               << "expected the name '" << plane.name
               << "' to be free for a plane of '" << state.name
               << "', but this argument has it";
  return success();
}

void Planner::chooseScales(StoredState &state) {
  if (!state.hasTensorScale() || policy != ScalePolicy::Bounded ||
      state.isPublished)
    return;
  StatePlace place = places.lookup(state.argument);
  std::string reason;
  state.isBounded = canBoundUpdate(place.update, place.state, reason);
  if (state.isBounded)
    return;
  remark::missed(place.update.getLoc(), kStorageRemark)
      << "'" + state.name + "' uses policy current: " + reason;
}

FailureOr<StoragePlan> Planner::run() {
  if (llvm::any_of(choices, [&](const auto &entry) {
        return hasGranules(func.getContext(), entry.second.preset);
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
    remark::passed(func.getArgument(argument).getLoc(), kStorageRemark)
        << "'" + state.name + "' is stored as " + text +
               (state.isBounded ? ", its scale is bounded" : "");
    // A moment becomes 0 if it shares a group with a far larger moment, which
    // occurs after one huge gradient.
    if (const numerics::FormatSpec *spec =
            getFormatSpec(state.storage.getFormat());
        spec && isUnsigned(state.storage.getFormat()))
      remark::analysis(func.getArgument(argument).getLoc(), kStorageRemark)
          << "'" + state.name +
                 "' is stored as 0 or as the smallest code where it is less "
                 "than 1/" +
                 std::to_string(
                     int64_t(getMaxFinite(state.storage.getFormat()) /
                             numerics::decodeBits(1, *spec))) +
                 " of the largest element of its group";
  }
  return std::move(plan);
}

FailureOr<StoragePlan> mlir::fp8::planStorage(func::FuncOp func,
                                              const StorageOptions &options) {
  FailureOr<StorageChoices> choices = chooseStorage(func, options);
  if (failed(choices))
    return failure();
  return Planner(func, options.policy, std::move(*choices)).run();
}

//===- StorageRewriter.cpp - rewrites a step to stored states -------------===//

#include "StorageRewriter.h"

#include "AnyPrecision.h"
#include "CheckStates.h"
#include "StepSignature.h"
#include "StoredReaders.h"
#include "UpdateBound.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

using Role = StatePlane::Role;

namespace {
class StorageRewriter {
public:
  StorageRewriter(func::FuncOp func, const StoragePlan &plan)
      : func(func), plan(plan), signature(func) {}

  LogicalResult run();

private:
  /// For each state of an update, its StoredState, or null if its storage does
  /// not change.
  using StoredStates = ArrayRef<const StoredState *>;
  struct PlaneOperands {
    SmallVector<Value> states, inits;
    SmallVector<Attribute> storages;
    bool draws = false;
  };

  LogicalResult rewriteUpdate(UpdateOp update);
  PlaneOperands getPlaneOperands(UpdateOp update, StoredStates stored);
  void takeResults(UpdateOp update, UpdateOp op, StoredStates stored,
                   ArrayRef<std::pair<unsigned, Value>> inverses);
  void redirectReaders(UpdateOp update, StoredStates stored);
  ArrayAttr getMaps(UpdateOp update, StoredStates stored);
  LogicalResult
  addScales(UpdateOp update, StoredStates stored, ArrayAttr storage,
            ValueRange states, SmallVectorImpl<Value> &scales,
            SmallVectorImpl<std::pair<unsigned, Value>> &inverses);
  Value probe(UpdateOp update, ArrayAttr storage, ValueRange states,
              ValueRange oldInverses, unsigned amax);
  FailureOr<Value> bound(UpdateOp update, unsigned state, StoredStates stored);
  Value getOldAmax(ImplicitLocOpBuilder &b, Value main,
                   const StoredState *stored, bool isBounded);
  Value keepIfSkipped(ImplicitLocOpBuilder &b, UpdateOp update, Value old,
                      Value value);

  func::FuncOp func;
  const StoragePlan &plan;
  SignatureBuilder signature;
  /// Keyed by argument number.
  llvm::DenseMap<unsigned, PlaneValues> oldPlanes, newPlanes;
  Draws draws;
};
} // namespace

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// Clones the update as a probe. Returns the amax of plane `amax`.
Value StorageRewriter::probe(UpdateOp update, ArrayAttr storage,
                             ValueRange states, ValueRange oldInverses,
                             unsigned amax) {
  ImplicitLocOpBuilder b(update.getLoc(), update);
  // A probe encodes nothing, so it needs no random bits and rounds to nearest.
  SmallVector<Attribute> nearest;
  for (auto [i, attribute] : llvm::enumerate(storage)) {
    StoredState state;
    state.storage = cast<StorageAttr>(attribute);
    nearest.push_back(state.getNearest());
  }
  SmallVector<Value> inits(oldInverses.size(), createScalar(b, 0.0f));
  auto op = UpdateOp::create(
      b, states, update.getInputs(), update.getScalars(), oldInverses,
      update.getSkip(), /*seed=*/Value(), /*step=*/Value(), update.getOffsets(),
      inits, update.getValid(), b.getArrayAttr(nearest),
      /*reductions=*/ArrayAttr(), update.getIndexingMapsAttr(),
      update.getStaticOffsetsAttr(), update.getGlobalShapeAttr(),
      /*probe=*/true);
  IRMapping mapping;
  update.getBody().cloneInto(&op.getBody(), mapping);
  Operation *yield = op.getBody().front().getTerminator();
  yield->setOperands(yield->getOperands().take_front(storage.size()));
  return op.getResult(amax);
}

/// Returns an upper bound of the magnitudes of a state, computed from its
/// stored planes.
Value StorageRewriter::getOldAmax(ImplicitLocOpBuilder &b, Value main,
                                  const StoredState *stored, bool isBounded) {
  Value zero = createScalar(b, 0.0f);
  if (!stored)
    return AmaxOp::create(b, main, zero).getResult();
  const PlaneValues &planes =
      oldPlanes[cast<BlockArgument>(main).getArgNumber()];
  // Scales of granules alone give no bound, because a granule of zeros has the
  // scale 1.
  if (planes.find(Role::GranuleScales))
    return AmaxOp::create(b, decodeForReaders(b, *stored, planes), zero)
        .getResult();
  if (!stored->hasTensorScale())
    return AmaxOp::create(b, main, zero).getResult();
  float largest = getMaxFinite(stored->storage.getFormat());
  // With a residual, a value can exceed the largest value of the main plane by
  // up to half of the step between its two largest values.
  const numerics::FormatSpec &spec =
      *getFormatSpec(stored->storage.getFormat());
  float last = largest - numerics::decodeBits(spec.maxCode - 1, spec);
  Value reach = arith::MulFOp::create(b, planes.find(Role::TensorScale),
                                      createScalar(b, largest + last / 2));
  // An unknown amax is infinite, so the minimum ignores it.
  return isBounded ? Value(arith::MinimumFOp::create(b, planes.find(Role::Amax),
                                                     reach))
                   : reach;
}

FailureOr<Value> StorageRewriter::bound(UpdateOp update, unsigned state,
                                        StoredStates stored) {
  SmallVector<Value> mains = update.getMainPlanes();
  auto getState = [&](OpBuilder &builder, unsigned i) {
    ImplicitLocOpBuilder b(update.getLoc(), builder);
    return getOldAmax(b, mains[i], stored[i],
                      stored[i] && stored[i]->isBounded);
  };
  auto getInput = [&](OpBuilder &builder, unsigned i) -> Value {
    ImplicitLocOpBuilder b(update.getLoc(), builder);
    return AmaxOp::create(b, update.getInputs()[i], createScalar(b, 0.0f))
        .getResult();
  };
  std::string reason;
  Value bound = boundUpdate(update, state, {getState, getInput}, reason);
  if (!bound)
    return update.emitError("expected the update of '")
           << stored[state]->name
           << "' to have the same bound as in @step, but " << reason;
  return bound;
}

/// Appends the scale operands of the new op to `scales`, and the new inverse
/// scales with their state indices to `inverses`.
LogicalResult StorageRewriter::addScales(
    UpdateOp update, StoredStates stored, ArrayAttr storage, ValueRange states,
    SmallVectorImpl<Value> &scales,
    SmallVectorImpl<std::pair<unsigned, Value>> &inverses) {
  SmallVector<Value> oldInverses;
  SmallVector<unsigned> scaled;
  for (auto [i, state] : llvm::enumerate(stored))
    if (state && state->hasTensorScale()) {
      scaled.push_back(i);
      oldInverses.push_back(oldPlanes[state->argument].find(Role::TensorScale));
    }
  for (auto [n, i] : llvm::enumerate(scaled)) {
    Value amax;
    if (stored[i]->isBounded) {
      FailureOr<Value> reach = bound(update, i, stored);
      if (failed(reach))
        return failure();
      amax = *reach;
    } else {
      amax = probe(update, storage, states, oldInverses, n);
    }
    ImplicitLocOpBuilder b(update.getLoc(), update);
    auto scale = ComputeScaleOp::create(
        b, amax, Value(), stored[i]->storage.getFormat(), stored[i]->scaling);
    scales.append({oldInverses[n], scale.getScale()});
    inverses.push_back({i, scale.getScaleInv()});
  }
  return success();
}

/// Returns the rank-0 tensor `value`, or `old` if the step is skipped.
Value StorageRewriter::keepIfSkipped(ImplicitLocOpBuilder &b, UpdateOp update,
                                     Value old, Value value) {
  if (!update.getSkip())
    return value;
  auto type = RankedTensorType::get({}, b.getI1Type());
  Value skip = tensor::FromElementsOp::create(b, type, update.getSkip());
  return arith::SelectOp::create(b, skip, old, value);
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// Returns the indexing maps of the new op. If the residual is a separate
/// state, it has the same map as its main plane.
ArrayAttr StorageRewriter::getMaps(UpdateOp update, StoredStates stored) {
  ArrayAttr maps = update.getIndexingMapsAttr();
  if (!maps)
    return {};
  SmallVector<Attribute> result;
  for (auto [i, map] : llvm::enumerate(maps)) {
    bool isApart = i < stored.size() && stored[i] && stored[i]->isApart;
    result.append(isApart ? 2 : 1, map);
  }
  return ArrayAttr::get(update.getContext(), result);
}

/// Allows the known stalls of a published preset, because it reproduces the
/// scheme as it is.
static void allowStalls(UpdateOp update) {
  SmallVector<Attribute> rules;
  if (auto names = update->getAttrOfType<ArrayAttr>(FP8Dialect::kAllowAttrName))
    llvm::append_range(rules, names);
  for (StringRef name : {"decay-stall", "update-stall"})
    if (auto rule = StringAttr::get(update.getContext(), name);
        !llvm::is_contained(rules, rule))
      rules.push_back(rule);
  update->setAttr(FP8Dialect::kAllowAttrName,
                  ArrayAttr::get(update.getContext(), rules));
}

static fp8::Format getFormat(ResidualKind residual) {
  switch (residual) {
  case ResidualKind::BF16:
    return fp8::Format::BF16;
  case ResidualKind::F16:
    return fp8::Format::F16;
  case ResidualKind::F32:
    return fp8::Format::F32;
  default:
    llvm_unreachable("not a residual of floats");
  }
}

/// Returns the state operands of the new update, in which planes replace stored
/// states.
StorageRewriter::PlaneOperands
StorageRewriter::getPlaneOperands(UpdateOp update, StoredStates stored) {
  PlaneOperands operands;
  for (auto [i, main] : llvm::enumerate(update.getMainPlanes())) {
    const StoredState *state = stored[i];
    if (state && state->isApart)
      operands.storages.append(
          {StorageAttr::get(update.getContext(), state->storage.getFormat()),
           StorageAttr::get(update.getContext(),
                            getFormat(state->storage.getResidual()))});
    else
      operands.storages.push_back(state ? state->storage
                                        : update.getStorageOf(i));
    if (!state) {
      operands.states.push_back(main);
      operands.inits.push_back(update.getInits()[i]);
      continue;
    }
    operands.draws |= state->isStochastic();
    // Planes are their own destinations, so they are updated in place.
    llvm::append_range(operands.states, oldPlanes[state->argument].getStates());
    llvm::append_range(operands.inits, oldPlanes[state->argument].getStates());
  }
  return operands;
}

/// Replaces the results of `update` that are not stored states by results of
/// `op`, and records the new planes of stored states. redirectReaders() handles
/// readers of stored states.
void StorageRewriter::takeResults(
    UpdateOp update, UpdateOp op, StoredStates stored,
    ArrayRef<std::pair<unsigned, Value>> inverses) {
  ImplicitLocOpBuilder b(update.getLoc(), update);
  unsigned next = 0;
  for (auto [i, state] : llvm::enumerate(stored)) {
    if (!state) {
      update.getResult(i).replaceAllUsesWith(op.getResult(next++));
      continue;
    }
    PlaneValues planes(*state);
    for (auto [p, plane] : llvm::enumerate(planes.getPlanes()))
      if (plane.role != Role::TensorScale && plane.role != Role::Amax)
        planes.set(p, op.getResult(next++));
    newPlanes[state->argument] = planes;
  }
  for (auto [i, inverse] : inverses) {
    const PlaneValues &old = oldPlanes[stored[i]->argument];
    PlaneValues &planes = newPlanes[stored[i]->argument];
    planes.setRole(
        Role::TensorScale,
        keepIfSkipped(b, update, old.find(Role::TensorScale), inverse));
    if (Value oldAmax = old.find(Role::Amax))
      planes.setRole(Role::Amax,
                     keepIfSkipped(b, update, oldAmax, op.getResult(next)));
    ++next;
  }
  for (unsigned i = stored.size(), e = update.getNumResults(); i < e; ++i)
    update.getResult(i).replaceAllUsesWith(op.getResult(next++));
}

/// Makes readers of a new value read the decoded planes.
void StorageRewriter::redirectReaders(UpdateOp update, StoredStates stored) {
  ImplicitLocOpBuilder b(update.getLoc(), update);
  for (auto [i, state] : llvm::enumerate(stored)) {
    if (!state)
      continue;
    const PlaneValues &planes = newPlanes[state->argument];
    signature.returnPlanes(*state, update.getResult(i), planes);
    if (!update.getResult(i).use_empty())
      update.getResult(i).replaceAllUsesWith(
          decodeForReaders(b, *state, planes));
  }
}

LogicalResult StorageRewriter::rewriteUpdate(UpdateOp update) {
  SmallVector<const StoredState *> stored = llvm::map_to_vector(
      update.getMainPlanes(), [&](Value main) { return plan.find(main); });
  if (llvm::none_of(stored, [](const StoredState *state) { return state; }))
    return success();

  ImplicitLocOpBuilder b(update.getLoc(), update);
  PlaneOperands planes = getPlaneOperands(update, stored);
  ArrayAttr storage = b.getArrayAttr(planes.storages);
  SmallVector<Value> scales;
  SmallVector<std::pair<unsigned, Value>> inverses;
  if (failed(
          addScales(update, stored, storage, planes.states, scales, inverses)))
    return failure();
  SmallVector<Value> inits = std::move(planes.inits);
  inits.append(inverses.size(), createScalar(b, 0.0f));
  llvm::append_range(inits, update.getInits().drop_front(stored.size()));

  auto op = UpdateOp::create(
      b, planes.states, update.getInputs(), update.getScalars(), scales,
      update.getSkip(), planes.draws ? draws.seed : Value(),
      planes.draws ? draws.step : Value(), update.getOffsets(), inits,
      update.getValid(), storage, update.getReductionsAttr(),
      getMaps(update, stored), update.getStaticOffsetsAttr(),
      update.getGlobalShapeAttr(),
      /*probe=*/false);
  op->setDiscardableAttrs(update->getDiscardableAttrDictionary());
  for (unsigned i = stored.size(); i-- > 0;)
    if (stored[i] && stored[i]->isApart) {
      auto getFormatOf = [&](unsigned moment) {
        return stored[moment] ? stored[moment]->storage.getFormat()
                              : fp8::Format::F32;
      };
      auto [first, second] = getAdamWMoments(update, i);
      roundAsAnyPrecision(update, i,
                          {getFormatOf(first), getFormatOf(second),
                           getFormat(stored[i]->storage.getResidual())});
    }
  if (llvm::any_of(stored,
                   [](auto *state) { return state && state->isPublished; }))
    allowStalls(op);
  op.getBody().takeBody(update.getBody());

  takeResults(update, op, stored, inverses);
  redirectReaders(update, stored);
  update.erase();
  return success();
}

LogicalResult StorageRewriter::run() {
  FailureOr<SmallVector<unsigned>> kept = checkStates(func, plan);
  if (failed(kept))
    return failure();
  StoredReaders readers = detachReaders(func, plan);
  for (const auto &[argument, state] : plan.states)
    oldPlanes[argument] = signature.addPlanes(state);
  for (unsigned argument : *kept) {
    const StoredState &state = plan.states.find(argument)->second;
    Value value = readers[argument].getResult(0);
    signature.returnPlanes(state, value, oldPlanes[argument]);
  }
  if (plan.isStochastic())
    draws = signature.addDraws();
  // Collect the updates first, because attachReaders() creates updates that
  // only decode.
  SmallVector<UpdateOp> updates(func.front().getOps<UpdateOp>());
  attachReaders(readers, plan, oldPlanes);
  for (UpdateOp update : updates)
    if (failed(rewriteUpdate(update)))
      return failure();
  signature.finish();
  return success();
}

LogicalResult mlir::fp8::storeStates(func::FuncOp func,
                                     const StoragePlan &plan) {
  return StorageRewriter(func, plan).run();
}

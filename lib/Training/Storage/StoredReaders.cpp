//===- StoredReaders.cpp - readers of stored states -----------------------===//

#include "StoredReaders.h"

#include "fp8/Analysis/Movement.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

using Role = StatePlane::Role;

/// Returns true if `use` is the main plane or the destination of a stored state
/// in an update. Excludes updates in nested regions, whose states are not
/// stored.
static bool isOfStoredState(func::FuncOp func, const StoragePlan &plan,
                            OpOperand &use) {
  auto update = dyn_cast<UpdateOp>(use.getOwner());
  if (!update || update->getBlock() != &func.front())
    return false;
  SmallVector<Value> mains = update.getMainPlanes();
  for (auto [i, main] : llvm::enumerate(mains))
    if (plan.find(main) && &update.getInitsMutable()[i] == &use)
      return true;
  return llvm::is_contained(mains, use.get()) &&
         llvm::any_of(update.getStatesMutable(),
                      [&](OpOperand &operand) { return &operand == &use; });
}

StoredReaders mlir::fp8::detachReaders(func::FuncOp func,
                                       const StoragePlan &plan) {
  OpBuilder builder = OpBuilder::atBlockBegin(&func.front());
  StoredReaders readers;
  for (const auto &[argument, state] : plan.states) {
    BlockArgument value = func.getArgument(argument);
    auto cast = UnrealizedConversionCastOp::create(builder, value.getLoc(),
                                                   state.type, value);
    value.replaceUsesWithIf(cast.getResult(0), [&](OpOperand &use) {
      return use.getOwner() != cast && !isOfStoredState(func, plan, use);
    });
    readers[argument] = cast;
  }
  return readers;
}

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

/// Collects the inverse-scale operands of the ops that decode `codes`, also
/// through layout changes. Returns false if an op uses the codes in another
/// way.
static bool collectInverses(Value codes, Value scaleInv,
                            SmallVectorImpl<OpOperand *> &inverses) {
  for (OpOperand &use : codes.getUses()) {
    Operation *user = use.getOwner();
    if (auto contract = dyn_cast<ContractOp>(user)) {
      for (unsigned i : {0, 1}) {
        if (contract.getFactor(i) != codes)
          continue;
        if (contract.getScaleInv(i) != scaleInv ||
            !contract.getGranularityOrTensor(i).isTensor())
          return false;
        MutableOperandRange operand = i == 0 ? contract.getLhsScaleInvMutable()
                                             : contract.getRhsScaleInvMutable();
        inverses.push_back(&*operand.begin());
      }
      continue;
    }
    if (auto dequantize = dyn_cast<DequantizeOp>(user)) {
      if (dequantize.getScaleInv() != scaleInv)
        return false;
      inverses.push_back(&dequantize.getScaleInvMutable());
      continue;
    }
    if (getMovedSource(user, Move::Layout) != codes ||
        !collectInverses(user->getResult(0), scaleInv, inverses))
      return false;
  }
  return true;
}

/// Returns the op that computes the scale of `quantize` from the amax of the
/// same tensor in the same step, or null.
static ComputeScaleOp getOwnScale(QuantizeOp quantize) {
  if (quantize.makesScale() ||
      quantize.getRounding() != RoundingMode::NearestEven ||
      (quantize.getWithAmax() && !quantize.getAmax().use_empty()))
    return {};
  auto scale = quantize.getScale().getDefiningOp<ComputeScaleOp>();
  if (!scale || scale.getScale() != quantize.getScale())
    return {};
  auto amax = scale.getAmax().getDefiningOp<AmaxOp>();
  return amax && amax.getInput() == quantize.getInput() ? scale
                                                        : ComputeScaleOp();
}

static bool collectInverses(QuantizeOp quantize,
                            SmallVectorImpl<OpOperand *> &inverses) {
  ComputeScaleOp scale = getOwnScale(quantize);
  return scale && quantize.getFormat() == Format::E4M3 &&
         collectInverses(quantize.getCodes(), scale.getScaleInv(), inverses);
}

bool mlir::fp8::readsAsStored(QuantizeOp quantize) {
  SmallVector<OpOperand *> inverses;
  return collectInverses(quantize, inverses);
}

static bool readCodes(QuantizeOp quantize, const StoredState &state,
                      const PlaneValues &planes) {
  SmallVector<OpOperand *> inverses;
  if (!state.hasTensorScale() || state.storage.getFormat() != Format::E4M3 ||
      !collectInverses(quantize, inverses))
    return false;
  for (OpOperand *inverse : inverses)
    inverse->set(planes.find(Role::TensorScale));
  quantize.getCodes().replaceAllUsesWith(planes.find(Role::Main));
  return true;
}

/// Erases `op` if it is dead, and then the ops that become dead.
static void eraseUnread(Operation *op) {
  llvm::SetVector<Operation *> worklist;
  worklist.insert(op);
  while (!worklist.empty()) {
    Operation *next = worklist.pop_back_val();
    if (!isOpTriviallyDead(next))
      continue;
    for (Value operand : next->getOperands())
      if (Operation *def = operand.getDefiningOp();
          def && !isa<UnrealizedConversionCastOp>(def))
        worklist.insert(def);
    next->erase();
  }
}

void mlir::fp8::attachReaders(
    const StoredReaders &readers, const StoragePlan &plan,
    const llvm::DenseMap<unsigned, PlaneValues> &planes) {
  for (auto [argument, cast] : readers) {
    const StoredState &state = plan.states.find(argument)->second;
    const PlaneValues &values = planes.find(argument)->second;
    llvm::SetVector<QuantizeOp> quantizes;
    for (Operation *user : cast->getUsers())
      if (auto quantize = dyn_cast<QuantizeOp>(user))
        quantizes.insert(quantize);
    for (QuantizeOp quantize : quantizes)
      if (readCodes(quantize, state, values))
        eraseUnread(quantize);
    if (!cast->use_empty()) {
      ImplicitLocOpBuilder b(cast.getLoc(), cast);
      cast.getResult(0).replaceAllUsesWith(decodeForReaders(b, state, values));
    }
    cast.erase();
  }
}

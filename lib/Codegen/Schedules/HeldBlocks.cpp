//===- HeldBlocks.cpp - register-resident blocks --------------------------===//
//
// The warps of a thread block share the rows of a block. Each thread keeps the
// loaded and computed values of its rows in registers, so that later phases
// read no memory. To this end all rows are unrolled, in scopes that persist
// across phases. Partial results of the warps are combined in shared memory.
// Blocks that are too large or that end early are read again in each phase.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Only whole blocks stay in registers.
bool HeldBlockEmitter::holdsBlock() const {
  return schedule.heldColumns != 0 && hasColumnStrips() && !blockEnd;
}

Value HeldBlockEmitter::getFirstRow() {
  return sharesBlocks() ? frame.chunkInBlock : constant(0);
}

void HeldBlockEmitter::storeBlock(Value item) {
  if (!sharesBlocks())
    return BlockEmitter::storeBlock(item);
  storeByFirstWarp([&] { BlockEmitter::storeBlock(item); });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void HeldBlockEmitter::openRows() {
  heldRows.clear();
  int64_t count = model.getExtents()[schedule.rowDim] / plan.blockWarps;
  for (int64_t k = 0; k < count; ++k) {
    HeldRow &held = heldRows.emplace_back();
    held.row = add(getFirstRow(), constant(k * plan.blockWarps));
    openScope({schedule.rowDim}, /*isItem=*/true);
    for (unsigned s = 0; s < schedule.panelStrips; ++s) {
      openScope({plan.vectorDim}, /*isItem=*/true);
      held.strips.push_back(scopes.pop_back_val());
    }
    held.scope = scopes.pop_back_val();
  }
}

void HeldBlockEmitter::emitBlockPhase(unsigned phase) {
  if (!holdsBlock())
    return BlockEmitter::emitBlockPhase(phase);
  if (phase == 0)
    openRows();
  for (HeldRow &held : heldRows) {
    scopes.push_back(std::move(held.scope));
    positions[schedule.rowDim] = {DimPosition::Scalar, held.row};
    rowStrips = &held.strips;
    emitBlockRow(phase);
    rowStrips = nullptr;
    clearPositions({schedule.rowDim});
    held.scope = scopes.pop_back_val();
  }
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Returns the address at which a thread of `warp` shares a slot of reduction
/// `r` with the other warps.
FunctionEmitter::StripAddress
HeldBlockEmitter::getJoinedAddress(unsigned r, unsigned slot, Value warp) {
  int64_t threads = plan.blockWarps * target.getNumThreads();
  Value thread = add(mul(warp, target.getNumThreads()), laneOfChunk);
  return {gep(getJoined(r), accumulators[r].type,
              mul(add(thread, constant(slot * threads)), width))};
}

/// Combines accumulators across warps. Every thread gets the result for its
/// lane.
void HeldBlockEmitter::joinWarps(unsigned phase) {
  if (!sharesBlocks())
    return;
  bool isAny = false;
  auto forSlots = [&](auto &&body) {
    for (unsigned r = 0; r < plan.reductions.size(); ++r) {
      if (!plan.isJoined(plan.reductions[r]) || !plan.isElementOf(r, phase))
        continue;
      isAny = true;
      llvm::SaveAndRestore savedWidth(width, accumulators[r].width);
      llvm::SaveAndRestore savedMask(mask, Value());
      int64_t alignment =
          std::gcd(getByteWidth(accumulators[r].type) * accumulators[r].width,
                   Plan::kJoinedAlignment);
      for (auto [i, slot] : llvm::enumerate(accumulators[r].slots))
        body(r, unsigned(i), slot, alignment);
    }
  };
  forSlots([&](unsigned r, unsigned i, Value slot, int64_t alignment) {
    store(getJoinedAddress(r, i, frame.chunkInBlock),
          LLVM::LoadOp::create(b, getSlotType(r), slot), accumulators[r].type,
          alignment);
  });
  if (!isAny)
    return;
  target.synchronizeWarps(b);
  forSlots([&](unsigned r, unsigned i, Value slot, int64_t alignment) {
    Value all = combineWarps(r, plan.blockWarps, [&](Value warp) {
      return load(getJoinedAddress(r, i, warp), accumulators[r].type,
                  alignment);
    });
    LLVM::StoreOp::create(b, all, slot);
  });
}

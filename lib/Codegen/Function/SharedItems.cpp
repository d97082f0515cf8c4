//===- SharedItems.cpp - work items that warps share ----------------------===//
//
// All warps of a thread block process the same work items. Each warp processes
// a part of each item.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

void FunctionEmitter::emitSharedItems() {
  Value block = b.div(frame.chunk, plan.blockWarps);
  Value begin = mul(block, plan.grain);
  if (plan.grain == plan.itemsPerIteration)
    return emitItemOfThread(begin);
  Value end =
      minimum(add(begin, constant(plan.grain)), constant(plan.sharedItems));
  emitLoop(begin, end, plan.itemsPerIteration, [&](Value item) {
    // Other warps may still read the previous shared results.
    target.synchronizeWarps(b);
    emitItemOfThread(item);
  });
}

/// Emits `body` with stores by the first warp only. All warps may have read the
/// addresses that it stores to.
void FunctionEmitter::storeByFirstWarp(llvm::function_ref<void()> body) {
  llvm::SaveAndRestore savedCondition(storeCondition, isFirstWarp());
  llvm::SaveAndRestore savedState(isFirstWarpStoring, true);
  body();
}

void FunctionEmitter::waitForReaders() {
  if (isFirstWarpStoring)
    target.synchronizeWarps(b);
  else
    target.emitExecutionBarrier(b);
}

/// Returns the shared memory in which warps combine reduction `r`.
Value FunctionEmitter::getJoined(unsigned r) {
  return gep(sharedSlots, b.getI8Type(),
             constant(plan.reductions[r].joinedOffset));
}

//===- SharedItems.cpp - items that warps share ---------------------------===//
//
// All warps of a block of threads walk the same items, each a part of them.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

void FunctionEmitter::emitSharedItems() {
  Value block =
      arith::DivUIOp::create(b, frame.chunk, constant(plan.blockWarps));
  Value begin = mul(block, plan.grain);
  if (plan.grain == plan.itemsPerWalk)
    return emitItemOfThread(begin);
  Value end = b.createOrFold<arith::MinSIOp>(add(begin, constant(plan.grain)),
                                             constant(plan.sharedItems));
  emitLoop(begin, end, plan.itemsPerWalk, [&](Value item) {
    // Others may still read what was joined before.
    target.synchronizeWarps(b);
    emitItemOfThread(item);
  });
}

/// The first warp stores for all, which may read where it stores.
void FunctionEmitter::storeForBlock(llvm::function_ref<void()> body) {
  llvm::SaveAndRestore savedCondition(storeCondition, isFirstOfBlock());
  llvm::SaveAndRestore savedState(isStoringBlock, true);
  body();
}

void FunctionEmitter::meetReaders() {
  if (isStoringBlock)
    target.synchronizeWarps(b);
  else
    target.meetThreads(b);
}

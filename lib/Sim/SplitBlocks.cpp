//===- SplitBlocks.cpp - blocks that are fast to compile ------------------===//

#include "Shim.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Returns the instructions that begin a part, so that each part has at most
/// `maxSize` of them.
static SmallVector<BasicBlock::iterator> findParts(BasicBlock &block,
                                                   size_t maxSize) {
  SmallVector<BasicBlock::iterator> starts;
  size_t size = 0;
  // The phis stay together, and the allocas of the entry block in it.
  for (auto it = block.getFirstNonPHIIt(), end = block.end(); it != end; ++it) {
    if (isa<AllocaInst>(*it)) {
      starts.clear();
      size = 0;
    } else if (++size > maxSize) {
      starts.push_back(it);
      size = 1;
    }
  }
  return starts;
}

void fp8sim::splitLongBlocks(Function &function, size_t maxSize) {
  SmallVector<BasicBlock::iterator> starts;
  for (BasicBlock &block : function)
    append_range(starts, findParts(block, maxSize));
  if (starts.empty())
    return;

  // LLVM joins blocks again unless there is a choice that it cannot make.
  Value *thread = getThread(function);
  BasicBlock *never =
      BasicBlock::Create(function.getContext(), "never", &function);
  IRBuilder<> b(never);
  b.CreateIntrinsic(Intrinsic::trap, {});
  b.CreateUnreachable();
  // From the end, so that each split moves the instructions of one part.
  for (BasicBlock::iterator start : reverse(starts)) {
    BasicBlock *block = start->getParent();
    BasicBlock *next = block->splitBasicBlock(start);
    block->getTerminator()->eraseFromParent();
    b.SetInsertPoint(block);
    b.CreateCondBr(b.CreateIsNotNull(thread), next, never);
  }
}

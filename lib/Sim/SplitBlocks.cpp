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
  // The phis must stay together, and the allocas must stay in the entry block.
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

  // LLVM merges blocks again unless a branch between them has a condition that
  // it cannot evaluate.
  Value *thread = getThread(function);
  BasicBlock *never =
      BasicBlock::Create(function.getContext(), "never", &function);
  IRBuilder<> b(never);
  b.CreateIntrinsic(Intrinsic::trap, {});
  b.CreateUnreachable();
  // Splits the last part first. Each split moves all instructions after
  // `start`, which are then the instructions of one part.
  for (BasicBlock::iterator start : reverse(starts)) {
    BasicBlock *block = start->getParent();
    BasicBlock *next = block->splitBasicBlock(start);
    block->getTerminator()->eraseFromParent();
    b.SetInsertPoint(block);
    b.CreateCondBr(b.CreateIsNotNull(thread), next, never);
  }
}

//===- OpPlaces.cpp - reordering of the ops of a block --------------------===//

#include "OpPlaces.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::moveOps(Block &block, const OpPlaces &places,
                  llvm::function_ref<int64_t(Operation *)> getPosition) {
  SmallVector<std::pair<OpPlace, Operation *>> order;
  for (Operation &op : block.without_terminator()) {
    auto place = places.find(&op);
    order.emplace_back(place != places.end()
                           ? place->second
                           : OpPlace{getPosition(&op), OpPlace::Kept, 0},
                       &op);
  }
  llvm::sort(order, llvm::less_first());
  for (auto &[key, op] : order)
    op->moveBefore(block.getTerminator());
}

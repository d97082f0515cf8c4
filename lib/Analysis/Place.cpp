//===- Place.cpp - location for errors about a module ---------------------===//

#include "fp8/Analysis/Place.h"

using namespace mlir;
using namespace mlir::fp8;

static bool hasLine(Location loc) {
  WalkResult result = loc->walk([](Location nested) {
    auto file = dyn_cast<FileLineColLoc>(nested);
    return file && file.getLine() != 0 ? WalkResult::interrupt()
                                       : WalkResult::advance();
  });
  return result.wasInterrupted();
}

Location fp8::getFirstPlace(ModuleOp module) {
  Location place = module.getLoc();
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!hasLine(op->getLoc()))
      return WalkResult::advance();
    place = op->getLoc();
    return WalkResult::interrupt();
  });
  return place;
}

//===- Observer.cpp - Values of a program as it runs ----------------------===//

#include "Observer.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

Step Observer::attach(Operation *op, Step step, ArrayRef<unsigned> results) {
  Observer *observer = current;
  if (!observer)
    return step;
  return [op, observer, step = std::move(step),
          results = SmallVector<unsigned>(results)](Frame &frame) {
    if (failed(step(frame)))
      return failure();
    SmallVector<const HostTensor *> tensors;
    for (unsigned slot : results)
      tensors.push_back(&frame.read({slot, /*isLast=*/false}));
    observer->observe(op, tensors);
    return success();
  };
}

//===- Observer.h - Values of a program as it runs --------------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_OBSERVER_H
#define FP8_LIB_REFERENCE_OBSERVER_H

#include "Plan.h"

namespace mlir::fp8::reference {

/// Receives the results of every op of the programs that this thread creates
/// while the observer exists.
class Observer {
public:
  Observer() : outer(current) { current = this; }
  Observer(const Observer &) = delete;
  Observer &operator=(const Observer &) = delete;
  virtual ~Observer() { current = outer; }

  /// Called after `op` has run.
  virtual void observe(Operation *op, ArrayRef<const HostTensor *> results) = 0;

  /// Returns `step`, the step of `op`, followed by a call of the current
  /// observer, if there is one. `results` are the slots of its results.
  static Step attach(Operation *op, Step step, ArrayRef<unsigned> results);

private:
  inline static thread_local Observer *current = nullptr;
  Observer *outer;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_OBSERVER_H

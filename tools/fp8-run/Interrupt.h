//===- Interrupt.h - Signals that end a run after a step ------------------===//

#ifndef FP8_RUN_INTERRUPT_H
#define FP8_RUN_INTERRUPT_H

namespace mlir::fp8::run {

/// While an object of this class lives, the first SIGINT or SIGTERM is taken
/// note of, and does what it did before the second time. There is one object at
/// a time.
class Interrupt {
public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt &) = delete;
  Interrupt &operator=(const Interrupt &) = delete;

  /// The number of the signal that came, or 0.
  int getSignal() const;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_INTERRUPT_H

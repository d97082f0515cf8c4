//===- Interrupt.h - Signals that end a run after a step ------------------===//

#ifndef FP8_RUN_INTERRUPT_H
#define FP8_RUN_INTERRUPT_H

namespace mlir::fp8::run {

/// While an object of this class exists, the first SIGINT or SIGTERM is only
/// recorded. A second signal has its previous effect. There is one object at a
/// time.
class Interrupt {
public:
  /// With `isQuiet`, a signal prints no note.
  explicit Interrupt(bool isQuiet);
  ~Interrupt();
  Interrupt(const Interrupt &) = delete;
  Interrupt &operator=(const Interrupt &) = delete;

  /// Returns the number of the signal that was received, or 0.
  int getSignal() const;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_INTERRUPT_H

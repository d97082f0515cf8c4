//===- Fiber.h - user-level threads -----------------------------*- C++ -*-===//
//
// A fiber runs a function on its own stack until it suspends itself or the
// function returns. A fiber stays on the host thread that resumes it, so
// thread-local variables of the host keep their meaning.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_SIM_FIBER_H
#define FP8_LIB_SIM_FIBER_H

#include <cstddef>
#include <memory>
#include <vector>

namespace fp8sim {

class Fiber {
public:
  explicit Fiber(size_t stackSize);
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Runs `function(argument)` until it suspends or returns. A fiber whose
  /// function has returned can be started again, on the same stack.
  void start(void (*function)(void *), void *argument);
  /// Continues after the last suspend().
  void resume();
  /// Returns to the caller of start() or resume(). Called on the fiber.
  void suspend();
  /// Discards the running function: the next start() begins with an empty
  /// stack.
  void abandon();

  bool isDone() const { return done; }
  /// Returns true if `address` is on the stack of this fiber.
  bool owns(const void *address) const;

private:
  struct Context;
  static void loop(Fiber *self);
  void prepare();

  std::unique_ptr<Context> context;
  char *memory = nullptr;
  size_t memorySize = 0;
  size_t guardSize = 0;
  /// Offset of the first frame from the top of the stack, in bytes.
  size_t color = 0;
  void (*function)(void *) = nullptr;
  void *argument = nullptr;
  bool done = true;
};

/// Idle fibers. The most recently used fiber is reused first, because its stack
/// is in the cache.
class FiberPool {
public:
  explicit FiberPool(size_t stackSize) : stackSize(stackSize) {}

  Fiber *take();
  void give(Fiber *fiber) { idle.push_back(fiber); }

private:
  size_t stackSize;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Fiber *> idle;
};

} // namespace fp8sim

#endif // FP8_LIB_SIM_FIBER_H

//===- Fiber.h - user-level threads ------------------------------*- C++
//-*-===//
//
// A fiber runs a function on a stack of its own until it suspends itself or the
// function returns. It stays on the host thread that resumes it, so that
// thread-local variables of the host mean what they say.
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
  /// Goes on after the last suspend().
  void resume();
  /// Called on the fiber: goes back to where start() or resume() was called.
  void suspend();
  /// Forgets what ran: the next start() begins with an empty stack.
  void abandon();

  bool isDone() const { return done; }
  /// Whether `address` lies on this fiber's stack.
  bool owns(const void *address) const;

private:
  struct Context;
  static void loop(Fiber *self);
  void prepare();

  std::unique_ptr<Context> context;
  char *memory = nullptr;
  size_t memorySize = 0;
  size_t guardSize = 0;
  /// Bytes above the first frame.
  size_t color = 0;
  void (*function)(void *) = nullptr;
  void *argument = nullptr;
  bool done = true;
};

/// Fibers that wait for work, the last one used first: its stack is in cache.
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

//===- FiberTest.cpp - user-level threads ---------------------------------===//

#include "Fiber.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstdint>
#include <fstream>
#include <unistd.h>

using namespace fp8sim;

namespace {
struct Work {
  Fiber *fiber;
  int steps = 0;
  double sum = 0;
};
} // namespace

static constexpr size_t kStack = 64 * 1024;

/// Keeps values in registers of every kind while the fiber is suspended.
static void run(void *argument) {
  Work &work = *static_cast<Work *>(argument);
  double x = 1;
  for (int i = 0; i < 3; ++i) {
    x = std::sqrt(x + i);
    work.sum += x;
    ++work.steps;
    work.fiber->suspend();
  }
}

TEST(FiberTest, runsInTurns) {
  Fiber a(kStack), b(kStack);
  Work forA{&a}, forB{&b};
  a.start(run, &forA);
  b.start(run, &forB);
  for (int step = 1; step < 3; ++step) {
    EXPECT_EQ(forA.steps, step);
    EXPECT_EQ(forB.steps, step);
    a.resume();
    b.resume();
  }
  EXPECT_FALSE(a.isDone());
  a.resume();
  b.resume();
  EXPECT_TRUE(a.isDone());
  EXPECT_TRUE(b.isDone());
  EXPECT_EQ(forA.sum, forB.sum);
}

TEST(FiberTest, runsAgain) {
  Fiber fiber(kStack);
  for (int round = 0; round < 3; ++round) {
    Work work{&fiber};
    fiber.start(run, &work);
    while (!fiber.isDone())
      fiber.resume();
    EXPECT_EQ(work.steps, 3);
  }
}

TEST(FiberTest, startsAfterAbandon) {
  Fiber fiber(kStack);
  Work first{&fiber}, second{&fiber};
  fiber.start(run, &first);
  fiber.abandon();
  EXPECT_TRUE(fiber.isDone());
  fiber.start(run, &second);
  EXPECT_EQ(first.steps, 1);
  EXPECT_EQ(second.steps, 1);
}

static char *volatile someVariable;

/// Suspends the fiber `argument` while a variable with an address is in use.
static void suspendWithVariable(void *argument) {
  char variable[256];
  someVariable = variable;
  static_cast<Fiber *>(argument)->suspend();
  someVariable = nullptr;
}

/// AddressSanitizer has more than a megabyte of variables for each stack.
TEST(FiberTest, freesItsMemory) {
  auto getMapped = [] {
    int64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * sysconf(_SC_PAGESIZE);
  };
  auto runOnce = [](bool finish) {
    Fiber fiber(kStack);
    fiber.start(suspendWithVariable, &fiber);
    if (finish)
      fiber.resume();
    EXPECT_EQ(fiber.isDone(), finish);
  };
  runOnce(true);
  int64_t before = getMapped();
  for (int i = 0; i < 100; ++i)
    runOnce(i % 2 == 0);
  EXPECT_LT(getMapped() - before, int64_t(50 * kStack));
}

TEST(FiberTest, alignsTheStack) {
  Fiber fiber(kStack);
  struct State {
    Fiber *fiber;
    bool aligned, owned;
  } state{&fiber, false, false};
  fiber.start(
      [](void *argument) {
        auto *state = static_cast<State *>(argument);
        // Not a variable, because AddressSanitizer stores variables in other
        // memory.
        void *frame = __builtin_frame_address(0);
        state->aligned = reinterpret_cast<uintptr_t>(frame) % 16 == 0;
        state->owned = state->fiber->owns(frame);
      },
      &state);
  EXPECT_TRUE(state.aligned);
  EXPECT_TRUE(state.owned);
  EXPECT_FALSE(fiber.owns(&state));
}

TEST(FiberPoolTest, reusesTheLast) {
  FiberPool pool(kStack);
  Fiber *a = pool.take(), *b = pool.take();
  EXPECT_NE(a, b);
  pool.give(a);
  pool.give(b);
  EXPECT_EQ(pool.take(), b);
  EXPECT_EQ(pool.take(), a);
}

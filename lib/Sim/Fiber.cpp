//===- Fiber.cpp - user-level threads -------------------------------------===//
//
// On x86-64 a switch stores six registers and exchanges the stack pointers,
// which takes about 2 ns. Other hosts use ucontext, with a system call per
// switch.
//
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include "llvm/Support/ErrorHandling.h"
#include <atomic>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FP8_SIM_ASAN 1
#include <sanitizer/common_interface_defs.h>
#endif
#endif

using namespace fp8sim;

namespace {
/// Informs AddressSanitizer about the stack on which the code continues.
/// AddressSanitizer stores variables of each stack in memory of its own.
struct StackSwitch {
#if FP8_SIM_ASAN
  void leave(const void *bottom, size_t size) {
    __sanitizer_start_switch_fiber(&fake, bottom, size);
  }
  /// Leaves a stack that no code returns to, and frees its memory.
  void leaveForever(const void *bottom, size_t size) {
    __sanitizer_start_switch_fiber(nullptr, bottom, size);
    fake = nullptr;
  }
  void arrive() {
    __sanitizer_finish_switch_fiber(fake, &fromBottom, &fromSize);
  }
  bool hasMemory() const { return fake != nullptr; }
  void *fake = nullptr;
  const void *fromBottom = nullptr;
  size_t fromSize = 0;
#else
  void leave(const void *, size_t) {}
  void leaveForever(const void *, size_t) {}
  void arrive() {}
  bool hasMemory() const { return false; }
  const void *fromBottom = nullptr;
  size_t fromSize = 0;
#endif
};
} // namespace

#if defined(__x86_64__)
/// Stores the callee-saved registers and the stack pointer in `*from`, and
/// continues at the position stored in `to`. MXCSR and the x87 control word are
/// the same in all fibers.
extern "C" void fp8SimSwitch(void **from, void *to);
extern "C" void fp8SimStart();
asm(R"(
.text
.p2align 4
.type fp8SimSwitch,@function
fp8SimSwitch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
.size fp8SimSwitch, .-fp8SimSwitch

.p2align 4
.type fp8SimStart,@function
fp8SimStart:
  movq %r12, %rdi
  callq *%r13
  ud2
.size fp8SimStart, .-fp8SimStart
)");

struct Fiber::Context {
  void *host = nullptr;
  void *fiber = nullptr;
  StackSwitch hostStack, fiberStack;
  /// True if the fiber only frees the memory of its stack.
  bool isEnding = false;

  void toFiber() { fp8SimSwitch(&host, fiber); }
  void toHost() { fp8SimSwitch(&fiber, host); }
};

void Fiber::prepare() {
  // The order in which fp8SimSwitch pops: r15, r14, r13, r12, rbx, rbp, return
  // address. Two more words align the stack to 16 bytes at the call in
  // fp8SimStart.
  auto **top = reinterpret_cast<void **>(memory + memorySize - color) - 9;
  top[0] = top[1] = top[4] = top[5] = nullptr;
  top[2] = reinterpret_cast<void *>(&Fiber::loop);
  top[3] = this;
  top[6] = reinterpret_cast<void *>(&fp8SimStart);
  context->fiber = top;
}
#else
struct Fiber::Context {
  ucontext_t host, fiber;
  StackSwitch hostStack, fiberStack;
  /// True if the fiber only frees the memory of its stack.
  bool isEnding = false;

  void toFiber() { swapcontext(&host, &fiber); }
  void toHost() { swapcontext(&fiber, &host); }
  static void enter(unsigned low, unsigned high) {
    loop(reinterpret_cast<Fiber *>(uintptr_t(low) | uintptr_t(high) << 32));
  }
};

void Fiber::prepare() {
  getcontext(&context->fiber);
  context->fiber.uc_stack.ss_sp = memory + guardSize;
  context->fiber.uc_stack.ss_size = memorySize - guardSize - color;
  context->fiber.uc_link = nullptr;
  auto self = reinterpret_cast<uintptr_t>(this);
  makecontext(&context->fiber, reinterpret_cast<void (*)()>(&Context::enter), 2,
              unsigned(self), unsigned(uint64_t(self) >> 32));
}
#endif

Fiber::Fiber(size_t stackSize) : context(std::make_unique<Context>()) {
  guardSize = sysconf(_SC_PAGESIZE);
  memorySize = (stackSize + 2 * guardSize - 1) / guardSize * guardSize;
  void *mapped = mmap(nullptr, memorySize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    llvm::report_bad_alloc_error("no memory for the stack of a fiber");
  memory = static_cast<char *>(mapped);
  // Without an offset, the tops of all stacks would map to the same few cache
  // sets.
  static std::atomic<unsigned> numFibers = 0;
  constexpr size_t kLine = 64, kColors = 61;
  color = numFibers++ % kColors * kLine;
  // Stacks grow down, so an overflow accesses this page.
  mprotect(memory, guardSize, PROT_NONE);
  prepare();
}

Fiber::~Fiber() {
  // Only the fiber itself can free the memory of its stack in AddressSanitizer.
  if (context->fiberStack.hasMemory()) {
    abandon();
    context->isEnding = true;
    resume();
  }
  munmap(memory, memorySize);
}

void Fiber::loop(Fiber *self) {
  StackSwitch &stack = self->context->fiberStack;
  stack.arrive();
  while (!self->context->isEnding) {
    self->function(self->argument);
    self->done = true;
    self->suspend();
  }
  stack.leaveForever(stack.fromBottom, stack.fromSize);
  self->context->toHost();
  llvm_unreachable("the fiber has ended");
}

void Fiber::start(void (*newFunction)(void *), void *newArgument) {
  function = newFunction;
  argument = newArgument;
  done = false;
  resume();
}

void Fiber::resume() {
  context->hostStack.leave(memory + guardSize, memorySize - guardSize);
  context->toFiber();
  context->hostStack.arrive();
}

void Fiber::suspend() {
  context->fiberStack.leave(context->fiberStack.fromBottom,
                            context->fiberStack.fromSize);
  context->toHost();
  context->fiberStack.arrive();
}

void Fiber::abandon() {
  prepare();
  done = true;
}

bool Fiber::owns(const void *address) const {
  auto *p = static_cast<const char *>(address);
  return p >= memory + guardSize && p < memory + memorySize;
}

Fiber *FiberPool::take() {
  if (idle.empty()) {
    fibers.push_back(std::make_unique<Fiber>(stackSize));
    return fibers.back().get();
  }
  Fiber *fiber = idle.back();
  idle.pop_back();
  return fiber;
}

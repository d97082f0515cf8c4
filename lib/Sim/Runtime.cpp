//===- Runtime.cpp - functions called by device code ----------------------===//

#include "Runtime.h"
#include "Approximations.h"
#include "Block.h"
#include "Checker.h"
#include "Minifloat.h"
#include "llvm/Support/ErrorHandling.h"
#include <chrono>

using namespace fp8sim;

static thread_local ThreadState *currentThread;

void fp8sim::setCurrentThread(ThreadState *thread) { currentThread = thread; }

void fp8sim::fail(ThreadState *thread, Fault fault, uint32_t site,
                  std::string message, Note note) {
  Launch &launch = *thread->block->launch;
  launch.report(*thread, fault, site, std::move(message), std::move(note));
  launch.failed = true;
  // The stack is never resumed, so objects on it must not own resources.
  message = {};
  note = {};
  thread->fiber->suspend();
  llvm_unreachable("a failed thread does not go on");
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

static ThreadState *getCurrentThread() { return currentThread; }

static uint64_t waitForWarp(ThreadState *thread, uint32_t op, uint32_t site,
                            uint32_t mask, uint64_t value, uint32_t b,
                            uint32_t c) {
  if (!(mask >> thread->lane & 1))
    fail(
        thread, Fault::WarpMask, site,
        "expected a mask with the lane that executes the operation, but lane " +
            std::to_string(thread->lane) + " is not in it");
  thread->warp = {WarpOp(op), site, mask, value, b, c, 0};
  thread->status = ThreadStatus::AtWarpOp;
  thread->fiber->suspend();
  return thread->warp.result;
}

static uint32_t waitForBarrier(ThreadState *thread, uint32_t op, uint32_t site,
                               uint32_t id, uint32_t count,
                               uint32_t predicate) {
  if (id >= kNumBarriers)
    fail(thread, Fault::DivergentBarrier, site,
         "expected a barrier from 0 to 15, but got " + std::to_string(id));
  thread->barrier = {BarrierOp(op), site, id, count, predicate, 0};
  thread->status = ThreadStatus::AtBarrier;
  thread->fiber->suspend();
  return thread->barrier.result;
}

static uint32_t getActiveMask(ThreadState *thread) {
  return thread->block->scheduler->getLiveLanes(*thread);
}

static void exitThread(ThreadState *thread) {
  thread->status = ThreadStatus::Exited;
  thread->fiber->suspend();
}

/// Suspends the thread until all other runnable threads have run.
static void yield(ThreadState *thread) {
  thread->status = ThreadStatus::Yielded;
  thread->fiber->suspend();
}

static void trap(ThreadState *thread, uint32_t site) {
  fail(thread, Fault::Trap, site, "expected no trap, but one was executed");
}

static uint64_t getTimer() {
  return std::chrono::steady_clock::now().time_since_epoch().count();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void checkAccess(ThreadState *thread, const char *address,
                        uint64_t bytes, uint32_t site) {
  if (bytes)
    thread->block->launch->checker->access(*thread, address, bytes, site,
                                           /*value=*/nullptr);
}

/// Checks a store of at most 8 bytes with a known value.
static void checkStore(ThreadState *thread, const char *address, uint64_t bytes,
                       uint32_t site, uint64_t value) {
  thread->block->launch->checker->access(*thread, address, bytes, site, &value);
}

static void checkFence(ThreadState *thread) {
  thread->block->launch->checker->fence(*thread);
}

static void addLocal(ThreadState *thread, const char *address, uint64_t bytes) {
  thread->locals.push_back({address, bytes});
}

static void checkDivisor(ThreadState *thread, uint32_t isZero, uint32_t site) {
  if (isZero)
    thread->block->launch->report(*thread, Fault::DivisionByZero, site,
                                  "expected a divisor other than 0");
}

static uint32_t isShared(ThreadState *thread, const char *address) {
  const BlockState &block = *thread->block;
  uint64_t size = block.launch->staticShared + block.launch->dynamicShared;
  return address >= block.shared && address < block.shared + size;
}

static uint32_t isLocal(ThreadState *thread, const char *address) {
  return thread->fiber->owns(address);
}

/// Delays the copy until a wait for its group, which is the latest time that
/// the GPU may choose.
static void copyAsync(ThreadState *thread, char *destination,
                      const char *source, uint32_t bytes,
                      uint32_t sourceBytes) {
  thread->copies.push_back(
      {destination, source, bytes, sourceBytes, thread->copyGroup});
}

static void commitCopies(ThreadState *thread) { ++thread->copyGroup; }

/// Completes all committed groups except the last `pending` groups.
static void waitForCopies(ThreadState *thread, uint32_t pending) {
  llvm::erase_if(thread->copies, [&](const PendingCopy &copy) {
    if (copy.group + pending >= thread->copyGroup)
      return false;
    std::memcpy(copy.destination, copy.source, copy.sourceBytes);
    std::memset(copy.destination + copy.sourceBytes, 0,
                copy.bytes - copy.sourceBytes);
    return true;
  });
}

static void waitForAllCopies(ThreadState *thread) {
  ++thread->copyGroup;
  waitForCopies(thread, 0);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Encodes two values. The first operand becomes the high half.
template <const MinifloatFormat &format>
static uint32_t encodePair(uint32_t high, uint32_t low) {
  int width = format.signBit() + 1;
  return encode(format, high, /*saturate=*/true) << width |
         encode(format, low, /*saturate=*/true);
}

template <const MinifloatFormat &format>
static uint32_t encodeHalves(uint32_t halves) {
  return encodePair<format>(decode(kF16, halves >> 16),
                            decode(kF16, halves & 0xffff));
}

template <const MinifloatFormat &format>
static uint32_t decodeToHalves(uint32_t pair) {
  auto half = [](uint32_t code) {
    return encode(kF16, decode(format, code), /*saturate=*/false);
  };
  return half(pair >> 8 & 0xff) << 16 | half(pair & 0xff);
}

static uint32_t encodeScales(uint32_t high, uint32_t low, uint32_t up,
                             uint32_t saturate) {
  return encodeScale(high, up, saturate) << 8 | encodeScale(low, up, saturate);
}

/// Converts ue8m0 to bf16. Code 0 is 2^-127, a subnormal number, and 0xff is
/// NaN.
static uint32_t decodeScales(uint32_t pair) {
  auto one = [](uint32_t code) -> uint32_t {
    return code == 0 ? 0x0040 : code == 0xff ? 0x7fff : code << 7;
  };
  return one(pair >> 8 & 0xff) << 16 | one(pair & 0xff);
}

static uint32_t encodeHalf(uint32_t f32) {
  return encode(kF16, f32, /*saturate=*/false);
}
static uint32_t decodeHalf(uint32_t half) { return decode(kF16, half); }

template <typename Function>
static void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

llvm::ArrayRef<RuntimeSymbol> fp8sim::getRuntimeSymbols() {
  static const RuntimeSymbol symbols[] = {
      {"fp8sim_thread", addressOf(getCurrentThread)},
      {"fp8sim_warp", addressOf(waitForWarp)},
      {"fp8sim_barrier", addressOf(waitForBarrier)},
      {"fp8sim_activemask", addressOf(getActiveMask)},
      {"fp8sim_exit", addressOf(exitThread)},
      {"fp8sim_yield", addressOf(yield)},
      {"fp8sim_trap", addressOf(trap)},
      {"fp8sim_timer", addressOf(getTimer)},
      {"fp8sim_access", addressOf(checkAccess)},
      {"fp8sim_store", addressOf(checkStore)},
      {"fp8sim_fence", addressOf(checkFence)},
      {"fp8sim_local", addressOf(addLocal)},
      {"fp8sim_divisor", addressOf(checkDivisor)},
      {"fp8sim_is_shared", addressOf(isShared)},
      {"fp8sim_is_local", addressOf(isLocal)},
      {"fp8sim_copy", addressOf(copyAsync)},
      {"fp8sim_copy_commit", addressOf(commitCopies)},
      {"fp8sim_copy_wait", addressOf(waitForCopies)},
      {"fp8sim_copy_wait_all", addressOf(waitForAllCopies)},
      {"fp8sim_f32x2_e4m3x2", addressOf(encodePair<kE4M3>)},
      {"fp8sim_f32x2_e5m2x2", addressOf(encodePair<kE5M2>)},
      {"fp8sim_f16x2_e4m3x2", addressOf(encodeHalves<kE4M3>)},
      {"fp8sim_f16x2_e5m2x2", addressOf(encodeHalves<kE5M2>)},
      {"fp8sim_e4m3x2_f16x2", addressOf(decodeToHalves<kE4M3>)},
      {"fp8sim_e5m2x2_f16x2", addressOf(decodeToHalves<kE5M2>)},
      {"fp8sim_f32x2_ue8m0x2", addressOf(encodeScales)},
      {"fp8sim_ue8m0x2_bf16x2", addressOf(decodeScales)},
      {"fp8sim_rcp", addressOf(approximateReciprocal)},
      {"fp8sim_f32_f16", addressOf(encodeHalf)},
      {"fp8sim_f16_f32", addressOf(decodeHalf)},
  };
  return symbols;
}

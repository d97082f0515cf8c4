//===- Runtime.h - runtime of compiled device code --------------*- C++ -*-===//
//
// The compiled code accesses the fields whose offsets Retarget.cpp and
// Intrinsics.cpp take with offsetof, and calls the functions listed by
// getRuntimeSymbols().
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_SIM_RUNTIME_H
#define FP8_LIB_SIM_RUNTIME_H

#include "Fiber.h"
#include "Sites.h"
#include "fp8/Sim/Simulator.h"
#include <atomic>
#include <functional>
#include <optional>

namespace fp8sim {

class Block;
class Checker;
struct ThreadState;

constexpr unsigned kWarpSize = 32;
constexpr unsigned kNumBarriers = 16;
constexpr unsigned kMaxThreads = 1024;

/// An additional message, at the location of the fault or at another location.
struct Note {
  std::string message;
  std::optional<uint32_t> site;
};

/// State of one launch, shared by all its blocks.
struct Launch {
  std::string kernel;
  void (*entry)(void **) = nullptr;
  void **arguments = nullptr;
  llvm::ArrayRef<KernelArgument> argumentInfo;
  Dim3 grid, block;
  uint64_t staticShared = 0;
  uint64_t dynamicShared = 0;
  const SiteTable *sites = nullptr;
  /// Null if the simulator does not check.
  Checker *checker = nullptr;
  /// Reports a fault. Any host thread may call this function.
  void report(const ThreadState &thread, Fault fault, uint32_t site,
              std::string message, Note note = {}) {
    addReport(thread, fault, site, std::move(message), std::move(note));
  }
  std::function<void(const ThreadState &, Fault, uint32_t, std::string, Note)>
      addReport;
  std::atomic<bool> failed = false;
};

/// The part of a block's state that device code reads.
struct BlockState {
  uint32_t ctaid[3];
  uint32_t ntid[3];
  uint32_t nctaid[3];
  uint32_t dynamicShared;
  char *shared;
  char *dynamicSharedData;
  Launch *launch;
  Block *scheduler;
};

enum class WarpOp : uint32_t {
  Sync,
  ShflUp,
  ShflDown,
  ShflBfly,
  ShflIdx,
  ReduxAdd,
  ReduxUMin,
  ReduxUMax,
  ReduxMin,
  ReduxMax,
  ReduxAnd,
  ReduxOr,
  ReduxXor,
  ReduxFMin,
  ReduxFMax,
  VoteAll,
  VoteAny,
  VoteUni,
  VoteBallot,
  MatchAny,
  MatchAll,
  Elect,
};

/// Flags in WarpRequest::b for ReduxFMin and ReduxFMax.
enum ReduxFlags : uint32_t { kReduxAbs = 1, kReduxNaN = 2 };

/// Bit of `result` that holds the second result of an operation, an i1.
constexpr unsigned kPredicateBit = 32;

/// An operation that a thread executes together with other lanes of its warp.
struct WarpRequest {
  WarpOp op;
  uint32_t site;
  uint32_t mask;
  uint64_t value;
  /// Lane or flags, and the clamp operand.
  uint32_t b, c;
  uint64_t result;
};

enum class BarrierOp : uint32_t { Sync, Popc, And, Or };

struct BarrierRequest {
  BarrierOp op;
  uint32_t site;
  uint32_t id;
  /// Number of participating threads; 0 means all.
  uint32_t count;
  uint32_t predicate;
  uint32_t result;
};

enum class ThreadStatus : uint8_t {
  Fresh,
  Running,
  Yielded,
  AtWarpOp,
  AtBarrier,
  Exited,
};

/// An asynchronous copy that no wait has completed.
struct PendingCopy {
  char *destination;
  const char *source;
  uint32_t bytes, sourceBytes;
  uint32_t group;
};

struct ThreadState {
  BlockState *block;
  uint32_t tid[3];
  uint32_t lane;
  /// Index of the thread in its block.
  uint32_t index;
  ThreadStatus status;
  Fiber *fiber;
  union {
    WarpRequest warp;
    BarrierRequest barrier;
  };
  uint32_t copyGroup;
  std::vector<PendingCopy> copies;
  /// Variables on the stack, if the simulator checks.
  std::vector<std::pair<const char *, uint64_t>> locals;
};

/// Name and address of a function that compiled code may call.
struct RuntimeSymbol {
  llvm::StringLiteral name;
  void *address;
};
llvm::ArrayRef<RuntimeSymbol> getRuntimeSymbols();

/// Reports a fault and ends the launch. Called on the fiber of `thread`.
[[noreturn]] void fail(ThreadState *thread, Fault fault, uint32_t site,
                       std::string message, Note note = {});

/// Sets the thread that the calling fiber runs.
void setCurrentThread(ThreadState *thread);

} // namespace fp8sim

#endif // FP8_LIB_SIM_RUNTIME_H

//===- Runtime.h - what compiled device code sees and calls -----*- C++ -*-===//
//
// The compiled code reads the fields that Retarget.cpp names by offsetof, and
// calls the functions that getRuntimeSymbols() lists.
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

/// What is said besides the fault, at its place or at another.
struct Note {
  std::string message;
  std::optional<uint32_t> site;
};

/// One launch, the same for all its blocks.
struct Launch {
  std::string kernel;
  void (*entry)(void **) = nullptr;
  void **arguments = nullptr;
  llvm::ArrayRef<KernelArgument> argumentInfo;
  Dim3 grid, block;
  uint64_t staticShared = 0;
  uint64_t dynamicShared = 0;
  const SiteTable *sites = nullptr;
  /// Null in fast mode.
  Checker *checker = nullptr;
  /// Where every fault goes, from any host thread.
  void report(const ThreadState &thread, Fault fault, uint32_t site,
              std::string message, Note note = {}) {
    addReport(thread, fault, site, std::move(message), std::move(note));
  }
  std::function<void(const ThreadState &, Fault, uint32_t, std::string, Note)>
      addReport;
  std::atomic<bool> failed = false;
};

/// The part of a block that device code reads.
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

/// Flags in WarpRequest::b of ReduxFMin and ReduxFMax.
enum ReduxFlags : uint32_t { kReduxAbs = 1, kReduxNaN = 2 };

/// The second result of an operation, an i1, is bit 32 of `result`.
constexpr unsigned kPredicateBit = 32;

/// What a thread waits for together with other lanes of its warp.
struct WarpRequest {
  WarpOp op;
  uint32_t site;
  uint32_t mask;
  uint64_t value;
  /// Lane or flags, and clamp.
  uint32_t b, c;
  uint64_t result;
};

enum class BarrierOp : uint32_t { Sync, Popc, And, Or };

struct BarrierRequest {
  BarrierOp op;
  uint32_t site;
  uint32_t id;
  /// Threads that take part; 0 is all.
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

/// An asynchronous copy that no wait has completed yet.
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
  /// Among the threads of the block.
  uint32_t index;
  ThreadStatus status;
  Fiber *fiber;
  union {
    WarpRequest warp;
    BarrierRequest barrier;
  };
  uint32_t copyGroup;
  std::vector<PendingCopy> copies;
  /// Variables on the stack, in checked mode.
  std::vector<std::pair<const char *, uint64_t>> locals;
};

/// Name and address of every function that compiled code may call.
struct RuntimeSymbol {
  llvm::StringLiteral name;
  void *address;
};
llvm::ArrayRef<RuntimeSymbol> getRuntimeSymbols();

/// Called on the fiber of `thread`: reports, and ends the launch.
[[noreturn]] void fail(ThreadState *thread, Fault fault, uint32_t site,
                       std::string message, Note note = {});

/// The thread that the calling fiber runs.
void setCurrentThread(ThreadState *thread);

} // namespace fp8sim

#endif // FP8_LIB_SIM_RUNTIME_H

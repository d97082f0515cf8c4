//===- Ranks.h - the ranks of steps of the C API ----------------*- C++ -*-===//
#ifndef FP8_LIB_CAPI_RANKS_H
#define FP8_LIB_CAPI_RANKS_H

#include "Context.h"
#include "fp8/Driver/MeshText.h"
#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Runtime/fp8rt_comm.h"
#include "fp8/Target/Target.h"

#include <mutex>

namespace mlir::fp8::capi {

/// The ranks of a mesh, as one process sees them.
struct Ranks {
  /// Fails if another thread exchanges data with these ranks. The order of the
  /// exchanges of two threads may differ between ranks.
  std::unique_lock<std::mutex> tryLock() {
    return std::unique_lock<std::mutex>(inUse, std::try_to_lock);
  }

  /// Fails unless all ranks compile the same `program`, the text of a step and
  /// of its options.
  fp8c_status comparePrograms(llvm::StringRef program) const;

  /// Tells all ranks whether this one has compiled its step. Fails unless all
  /// of them have.
  fp8c_status agree(bool hasCompiled) const;

  /// Lets the exchanges of all ranks fail, because this one ends for `reason`.
  void abort(StringRef reason) const;

  MeshAxes axes;
  /// The `self` of the host's transport, or null if MPI connects the ranks.
  const void *host = nullptr;
  fp8rt_comm comm = nullptr;

private:
  std::mutex inUse;
};

/// Returns an error unless the target runs steps of several ranks with such
/// options in this process.
llvm::Error checkRanks(const MeshAxes &axes, const TrainPipelineOptions &train,
                       const Target &target);

/// Connects this process to the ranks of a mesh of several ranks, which are
/// processes that an MPI launcher has started, or processes that the host's
/// `transport` connects if it is not null. `ranks` exist until the process
/// ends. All ranks call this in the same order.
fp8c_status connectRanks(const MeshAxes &axes, const fp8rt_transport *transport,
                         Ranks *&ranks);

} // namespace mlir::fp8::capi

#endif // FP8_LIB_CAPI_RANKS_H

//===- Ranks.h - the ranks of steps of the C API ----------------*- C++ -*-===//
#ifndef FP8_LIB_CAPI_RANKS_H
#define FP8_LIB_CAPI_RANKS_H

#include "fp8/Driver/MeshText.h"
#include "fp8/Pipelines/TrainPipeline.h"
#include "fp8/Runtime/fp8rt_comm.h"
#include "fp8/Target/Target.h"

namespace mlir::fp8::capi {

/// Returns an error unless the target runs steps of several ranks with such
/// options in this process.
llvm::Error checkRanks(const MeshAxes &axes, const TrainPipelineOptions &train,
                       const Target &target);

/// Returns the communicator of this process for a mesh of several ranks, which
/// are processes that an MPI launcher has started. It exists until the process
/// ends. All ranks call this in the same order, and with the same `program`,
/// the text of a step and of its options.
llvm::Expected<fp8rt_comm> connectRanks(const MeshAxes &axes,
                                        StringRef program);

} // namespace mlir::fp8::capi

#endif // FP8_LIB_CAPI_RANKS_H

//===- Step.h - steps bound to addresses ------------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_STEP_H
#define FP8_LIB_RUNTIME_CUDA_STEP_H

#include "AttentionGraph.h"
#include "Exchange.h"
#include "GemmPlan.h"
#include "fp8/Runtime/fp8rt_cuda.h"

#include <memory>
#include <string>
#include <vector>

namespace fp8rt::cuda {

struct BoundLaunch {
  CUfunc_st *function = nullptr; // null: no launch
  unsigned numBlocks = 0, numThreads = 0;
};

/// A launch, a matmul, attention or an exchange bound to addresses.
struct BoundOp {
  /// Name and location for messages, such as "cast at step.mlir:3:5".
  std::string label;
  BoundLaunch main, finish;
  std::vector<Address> arguments;
  std::unique_ptr<BoundGemm> product;
  Address productMemory = 0;
  /// Offset of the matrix addresses of a matmul in the tables.
  Address productTable = 0;
  /// Attention of the step, or null.
  BoundAttention *attention = nullptr;
  std::unique_ptr<BoundExchange> exchange;
  int stream = 0, event = -1;
  std::vector<int> waits;

  fp8rt_status submit(const char *function, const Driver &driver,
                      CUstream_st *on) const;
};

struct Step {
  std::string name;
  fp8rt_cuda_module module = nullptr;
  /// The plans of attention, whose kernels the graph launches.
  std::vector<std::unique_ptr<BoundAttention>> attentions;
  /// GPU memory for tables and for workspaces of libraries.
  Address memory = 0;
  CUgraphExec_st *graph = nullptr;
  /// Ops of a step that runs eagerly.
  std::vector<BoundOp> ops;
  /// Events of a timed step: one before the first op, and one after each op.
  std::vector<CUevent_st *> marks;
  bool hasRun = false;
  /// Number of exchanges, and their counts in one run.
  int64_t numExchanges = 0;
  fp8rt_comm_counts counts[FP8RT_NUM_EXCHANGES] = {};
};

/// Captures `ops` as one graph. With `marks`, the ops run on one stream, and
/// the graph records an event before the first op and after each op.
fp8rt_status capture(const char *function, const Driver &driver,
                     const std::vector<BoundOp> &ops,
                     const std::vector<CUevent_st *> &marks, int numStreams,
                     int numEvents, const char *name, CUgraphExec_st *&graph);

/// Destroys events. Returns the first error, but continues after it.
fp8rt_status destroyEvents(const char *function, const Driver &driver,
                           std::vector<CUevent_st *> &events);

/// Prepends the step and the op to the error message.
fp8rt_status locate(const char *step, const std::string &label,
                    fp8rt_status status);

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_STEP_H

//===- StepOps.h - ops of a step, for planners ------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STEPOPS_H
#define FP8_ANALYSIS_STEPOPS_H

#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Analysis/StepExchanges.h"

#include <string>

namespace llvm::json {
class OStream;
}

namespace mlir::fp8 {

/// The size of a buffer in bytes, and how it depends on the number of ranks.
struct SizedBytes {
  int64_t bytes = 0;
  RankSize size;
};

/// The description of a tensor that an exchange sends.
struct SentTensor {
  ExchangeUse use;
  RankSize size;
  ExchangedTensor bytes;
};

/// The description of one op of a step.
struct OpReport {
  std::string name;
  /// The names of the tensors that a kernel quantizes, or of the result of a
  /// matmul; and the file and line of the op. Empty if unknown.
  std::string tensor, place;
  int64_t stream = 0;
  /// Positions of the earlier ops after which this op must run.
  SmallVector<unsigned> after;
  /// The traffic of a kernel or a matmul, and the buffers in it whose size
  /// depends on the number of ranks.
  KernelTraffic traffic;
  std::vector<SizedBytes> read, written;
  /// The FLOP of a matmul or an attention, and the types of its operands, such
  /// as "f8E5M2,f8E4M3FN". 0 and empty for other ops.
  int64_t flops = 0;
  std::string formats;
  /// The mesh axes of an exchange.
  SmallVector<unsigned> axes;
  bool isExchange = false, isGather = false;
  std::vector<SentTensor> sent;
};

/// A buffer of the arena, which is live from the first to the last op that
/// accesses it.
struct OpBuffer {
  SizedBytes size;
  unsigned first, last;
  /// The first byte in the arena.
  int64_t offset = 0;
};

/// The ops of a step in Planned form, with their dependences and buffers.
struct StepOps {
  StepOps(func::FuncOp function, const StepOrder &order, const RankSizes &sizes,
          const StepExchanges &exchanges);

  /// Prints the JSON attributes "mesh", "states", "ops" and "buffers".
  void printJSON(llvm::json::OStream &os) const;

  MeshAttr mesh;
  /// Arguments and constants.
  std::vector<SizedBytes> arguments;
  std::vector<OpReport> ops;
  std::vector<OpBuffer> buffers;
};

/// Returns the name of an op in profiles, such as "quantize_3".
std::string getOpLabel(Operation *op);

/// Returns the FLOP of `gemm`: one multiplication and one addition per point of
/// its iteration space.
int64_t countFlops(GemmOp gemm);

/// Returns the traffic of a kernel, a launch or a matmul.
KernelTraffic getTrafficOf(Operation *op);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STEPOPS_H

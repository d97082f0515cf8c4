//===- StepPlan.h - steps as lists of launches and matmuls ------*- C++ -*-===//
//
// Planned form is a list of launches, matmuls and exchanges between ranks,
// without control flow, so only the kernels have to be compiled. The list is
// read once, and every buffer becomes a base and an offset. A run iterates over
// the list.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_EXECUTION_STEPPLAN_H
#define FP8_EXECUTION_STEPPLAN_H

#include "fp8/Host/HostTensor.h"
#include "fp8/IR/FP8.h"
#include "fp8/Kernels/AttentionCall.h"
#include "fp8/Runtime/fp8rt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// A range of memory: base, offset and size in bytes.
struct BufferRef {
  enum Base { Argument, Constant } base = Argument;
  /// Index of the function argument (the last one is the arena), or of the
  /// constant.
  unsigned index = 0;
  int64_t offset = 0;
  int64_t bytes = 0;
};

/// A launch, a matmul or an exchange.
struct PlannedStep {
  PlannedStep(Location loc, StreamOrderAttr order) : loc(loc), order(order) {}

  Location loc;
  /// The stream, and the events to wait for and to record.
  StreamOrderAttr order;
  /// Names of the kernels. Empty for a matmul or an exchange.
  std::string kernel, finish;
  int64_t numItems = 0, grain = 1;
  /// For GPUs: the argument of getGPULaunch.
  int64_t blockWarps = 0;
  /// For a bucket: the number of work items of each tensor, and its start in
  /// the sequence of all chunks. The buffers of the tensors follow one another.
  SmallVector<int64_t> sizes, starts;
  /// Operands of the op. A matmul has them in the order of FP8RT_GEMM_LHS and
  /// the constants after it. An exchange has them for each tensor, in the order
  /// of FP8RT_EXCHANGE_SEND and the constants after it.
  SmallVector<std::optional<BufferRef>> buffers;
  fp8rt_gemm_desc gemm = {};
  /// The tensors of an exchange, else empty.
  std::vector<fp8rt_exchange> exchanged;

  bool isExchange() const { return !exchanged.empty(); }
  bool isProduct() const { return kernel.empty() && !isExchange(); }
  /// Returns true for a launch of the runtime's attention kernel. The first
  /// buffer of the launch is the description.
  bool isAttention() const { return kernel == kAttentionKernel; }
  bool isBucket() const { return !sizes.empty(); }
  /// Returns the number of pointers that a kernel receives.
  size_t getNumPointers() const {
    return buffers.size() / std::max<size_t>(1, sizes.size());
  }
};

struct StepPlan {
  std::vector<PlannedStep> steps;
  std::vector<HostTensor> constants;
  int64_t arenaBytes = 0;

  /// Returns the address of a buffer, where `bases` are the addresses of the
  /// arguments.
  void *getAddress(const BufferRef &buffer, ArrayRef<char *> bases) {
    char *base = buffer.base == BufferRef::Argument
                     ? bases[buffer.index]
                     : constants[buffer.index].bytes().data();
    return base + buffer.offset;
  }

  /// Returns a random execution order of `steps` that streams and events allow,
  /// determined by `seed`. Every order that a machine with these streams may
  /// choose is possible. Reports waits for events that no step records.
  FailureOr<SmallVector<unsigned>> drawOrder(uint64_t seed) const;

  /// Reads a function in Planned form whose kernels have been emitted.
  static FailureOr<StepPlan> read(func::FuncOp function);
};

} // namespace mlir::fp8

#endif // FP8_EXECUTION_STEPPLAN_H

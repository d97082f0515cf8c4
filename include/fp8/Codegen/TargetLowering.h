//===- TargetLowering.h - interface to target-specific code -----*- C++ -*-===//
//
// The emitter writes the vector code of one thread. On a CPU, one thread
// processes a chunk alone. On a GPU, the 32 threads of a warp process a chunk
// together, each with its own vectors. This interface hides these differences
// from the emitter.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_CODEGEN_TARGETLOWERING_H
#define FP8_CODEGEN_TARGETLOWERING_H

#include "fp8/Codegen/CPUTuning.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::fp8 {

/// A request for a function of a kernel.
struct FunctionRequest {
  StringRef name;
  unsigned numPointers;
  /// Work items are processed in chunks of `grain` items.
  int64_t numItems;
  int64_t grain;
  /// The function runs for each tensor of a multi-tensor launch (bucket): once
  /// per chunk of the tensor, or once if it is the second-stage function.
  /// `numItems` is then ignored. In a launch of equal kernels, the operands of
  /// one kernel count as one tensor.
  bool isBucketed = false;
  bool isFinish = false;
  /// Number of warps per thread block of the GPU. 0: one per chunk, at most
  /// four.
  int64_t blockWarps = 0;
};

/// The values that are available at the start of a function of a kernel. When a
/// target creates a frame, it leaves the builder inside the body of the
/// function.
struct FunctionFrame {
  Operation *function = nullptr;
  /// The work items of this chunk, [begin, end), i64.
  Value begin, end;
  /// The index of the chunk, i64.
  Value chunk;
  /// Multi-tensor launch only: number of work items of this tensor, i64.
  Value numItems;
  SmallVector<Value> pointers;
  /// Multi-tensor launch on a CPU only: the pointers of the tensor that the
  /// thread processes next.
  SmallVector<Value> nextPointers;
  /// Index of this thread among the threads that share a work item, i64. Null
  /// if the thread works alone. `threadsPerItem` neighboring threads of a chunk
  /// share a work item; 0: all threads of the chunk do.
  Value lane;
  unsigned threadsPerItem = 0;
  /// Second-stage function with several warps only: the index of this warp,
  /// i64.
  Value warp;
  /// GPU thread block with several chunks only: the index of this chunk in the
  /// thread block, i64, and the number of chunks per thread block.
  Value chunkInBlock;
  int64_t chunksPerBlock = 1;
};

/// Number of partial sums (lanes) of a sum, on every target.
constexpr unsigned kSumLanes = 32;
constexpr int64_t kSumBlock = 4096;

/// Returns the size of an element in memory, in bytes.
int64_t getByteWidth(Type elementType);

class TargetLowering {
public:
  virtual ~TargetLowering();

  /// Returns the number of threads that process a chunk.
  virtual unsigned getNumThreads() const = 0;
  /// Returns the number of elements per vector for a kernel whose smallest and
  /// largest element types have this many bits. `hasSum` is set if the kernel
  /// adds in the declared order.
  virtual unsigned getWidth(unsigned smallest, unsigned largest,
                            bool hasSum) const = 0;
  /// Returns true if buffers start at multiples of 64 bytes and accesses rely
  /// on this alignment. On a CPU, pointers may have any alignment.
  virtual bool hasAlignedBuffers() const = 0;
  /// Returns true if one launch of equal kernels saves time. The kernels then
  /// take the form of FunctionRequest::isBucketed.
  virtual bool sharesLaunches() const { return false; }
  /// Returns the minimum number of elements per chunk.
  virtual int64_t getMinChunkElements() const = 0;

  virtual FunctionFrame beginFunction(ArithmeticBuilder &b,
                                      const FunctionRequest &request) = 0;
  virtual void endFunction(ArithmeticBuilder &b, FunctionFrame &frame) = 0;

  /// Combines one accumulator per thread of a work item, in any order. Every
  /// thread gets the result.
  using Combine = llvm::function_ref<Value(Value, Value)>;
  virtual Value combineThreads(ArithmeticBuilder &b, const FunctionFrame &frame,
                               Value value, Combine combine) const = 0;
  /// Returns the number of bytes of on-chip memory that the threads of a chunk
  /// can share. createShared() allocates `count` elements in it. A thread that
  /// works alone uses its stack instead.
  virtual int64_t getMaxSharedBytes() const { return 0; }
  virtual Value createShared(ArithmeticBuilder &b, const FunctionFrame &frame,
                             Type type, int64_t count) const {
    return {};
  }
  /// Returns `value`, an i32, in a form that is opaque to the target's
  /// compiler.
  virtual Value hideValue(ArithmeticBuilder &b, Value value) const {
    return value;
  }
  /// Returns an i32 whose bit j is the condition of thread j of the chunk.
  virtual Value ballot(ArithmeticBuilder &b, Value condition) const {
    llvm_unreachable("a chunk of this target has one thread");
  }
  /// Returns the tuning parameters of a CPU.
  virtual CPUTuning getTuning() const { return {}; }
  /// Orders the preceding non-temporal stores of the thread before all its
  /// later stores.
  virtual void endStreams(ArithmeticBuilder &b) const {
    llvm_unreachable("nothing goes past the cache of this target");
  }
  /// Returns the number of warps, processing consecutive chunks, that share
  /// memory. Warps share memory only if this number divides the number of
  /// chunks.
  virtual unsigned getNumBlockWarps() const { return 1; }
  /// Allocates `bytes` bytes of shared memory for these warps in the function
  /// of `frame`, and returns the address.
  virtual Value createBlockShared(ArithmeticBuilder &b,
                                  const FunctionFrame &frame,
                                  int64_t bytes) const {
    llvm_unreachable("threads of this target share no memory");
  }
  /// Emits a barrier that makes the stores of all threads of a chunk visible to
  /// each other.
  virtual void synchronize(ArithmeticBuilder &b) const = 0;
  /// Returns the number of warps that run a second-stage function.
  virtual unsigned getNumFinishWarps() const { return 1; }
  /// Emits a barrier that makes the stores of all warps of a second-stage
  /// function, or of all warps that share memory, visible to each other.
  virtual void synchronizeWarps(ArithmeticBuilder &b) const {}
  /// Emits an execution barrier for the threads of a chunk. The code after it
  /// may overwrite memory that other threads have read before it.
  virtual void emitExecutionBarrier(ArithmeticBuilder &b) const {}
};

} // namespace mlir::fp8

#endif // FP8_CODEGEN_TARGETLOWERING_H

//===- TargetLowering.h - what differs between targets ----------*- C++ -*-===//
//
// The emitter writes the code of one thread, on vectors. On a CPU that thread
// walks a chunk alone; on a GPU the 32 threads of a warp walk it together, each
// with its own vectors. What follows from that is behind this interface;
// everything else is the same code.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_CODEGEN_TARGETLOWERING_H
#define FP8_CODEGEN_TARGETLOWERING_H

#include "fp8/Codegen/CPUTuning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::fp8 {

/// What a function of a kernel is about.
struct FunctionRequest {
  StringRef name;
  unsigned numPointers;
  /// Items are walked in chunks of `grain`.
  int64_t numItems;
  int64_t grain;
  /// The function runs for each tensor of a bucket: once per chunk of it or, if
  /// it is the finish, once. `numItems` is any number.
  bool isBucketed = false;
  bool isFinish = false;
  /// Warps of a block of the GPU; 0: as many as there are chunks, up to four.
  int64_t blockWarps = 0;
};

/// The values that a function of a kernel starts from. The builder stands in
/// its body.
struct FunctionFrame {
  Operation *function = nullptr;
  /// The items of this chunk, [begin, end), i64.
  Value begin, end;
  /// The index of the chunk, i64.
  Value chunk;
  /// Of a bucket: how many items this tensor has, i64.
  Value numItems;
  SmallVector<Value> pointers;
  /// Of a bucket on a CPU: those of the tensor that the thread walks next.
  SmallVector<Value> nextPointers;
  /// This thread's place among those that walk an item, i64; null if alone.
  /// Of those that walk a chunk, so many neighbours share an item; 0: all.
  Value lane;
  unsigned threadsPerItem = 0;
  /// Of a finish that several warps run: which one this is, i64.
  Value warp;
  /// Of a block of the GPU that walks several chunks: which of them this is,
  /// i64, and how many there are.
  Value chunkInBlock;
  int64_t chunksPerBlock = 1;
};

/// Sums of the emitter have 32 lanes on every target.
constexpr unsigned kSumLanes = 32;
constexpr int64_t kSumBlock = 4096;

/// Returns the size of an element in memory, in bytes.
int64_t getByteWidth(Type elementType);

class TargetLowering {
public:
  virtual ~TargetLowering();

  /// How many threads walk a chunk.
  virtual unsigned getNumLanes() const = 0;
  /// Elements per vector of a kernel whose smallest and largest element types
  /// have this many bits; `hasSum` if it sums in the declared order.
  virtual unsigned getWidth(unsigned smallest, unsigned largest,
                            bool hasSum) const = 0;
  /// Whether buffers begin at multiples of 64 bytes, and accesses need it. The
  /// pointers of a CPU may come from anywhere.
  virtual bool hasAlignedBuffers() const = 0;
  /// Elements that a chunk should have, at least.
  virtual int64_t getMinChunkElements() const = 0;

  virtual FunctionFrame beginFunction(ImplicitLocOpBuilder &b,
                                      const FunctionRequest &request) = 0;
  virtual void endFunction(ImplicitLocOpBuilder &b, FunctionFrame &frame) = 0;

  /// Combines one accumulator per thread of an item, whose elements no order
  /// binds.
  /// Every thread gets the result.
  using Combine = llvm::function_ref<Value(Value, Value)>;
  virtual Value combineThreads(ImplicitLocOpBuilder &b,
                               const FunctionFrame &frame, Value value,
                               Combine combine) const = 0;
  /// Bytes of memory on the chip that the threads of a chunk may share, and
  /// room there for `count` elements. A thread that is alone has a stack.
  virtual int64_t getMaxSharedBytes() const { return 0; }
  virtual Value createShared(ImplicitLocOpBuilder &b,
                             const FunctionFrame &frame, Type type,
                             int64_t count) const {
    return {};
  }
  /// `value`, an i32, of which the target's compiler knows nothing.
  virtual Value hideValue(ImplicitLocOpBuilder &b, Value value) const {
    return value;
  }
  /// i32, of which bit j says what thread j of the chunk says.
  virtual Value ballot(ImplicitLocOpBuilder &b, Value condition) const {
    llvm_unreachable("a chunk of this target has one thread");
  }
  /// What is known of a CPU.
  virtual CPUTuning getTuning() const { return {}; }
  /// Sees to it that what was stored past the cache comes before all that the
  /// thread stores after it.
  virtual void endStreams(ImplicitLocOpBuilder &b) const {
    llvm_unreachable("nothing goes past the cache of this target");
  }
  /// How many warps of chunks that follow each other share memory, where the
  /// number of chunks is a multiple of that.
  virtual unsigned getNumBlockWarps() const { return 1; }
  /// The address of memory that they share, in the function of `frame`.
  virtual Value createBlockShared(ImplicitLocOpBuilder &b,
                                  const FunctionFrame &frame,
                                  int64_t bytes) const {
    llvm_unreachable("threads of this target share no memory");
  }
  /// Sees to it that the threads of a chunk have seen each other's stores.
  virtual void synchronize(ImplicitLocOpBuilder &b) const = 0;
  /// How many warps run a finish.
  virtual unsigned getNumFinishWarps() const { return 1; }
  /// Sees to it that the warps of a finish, or those that share memory, have
  /// seen each other's stores.
  virtual void synchronizeWarps(ImplicitLocOpBuilder &b) const {}
  /// Sees to it that no thread of a chunk goes on before all have come here:
  /// what follows may overwrite what others have read.
  virtual void meetThreads(ImplicitLocOpBuilder &b) const {}
};

} // namespace mlir::fp8

#endif // FP8_CODEGEN_TARGETLOWERING_H

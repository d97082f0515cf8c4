//===- CUDAMemory.h - memory shared by programs of one GPU ------*- C++ -*-===//
//
// States are in GPU memory, in one block that all functions of a step use. The
// arena is also in GPU memory, and has the size that the largest function
// needs. Inputs that the host writes at every step pass through two slots of
// pinned memory, on a separate stream, so that the copy for the next step
// overlaps with the current step.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_TARGET_NVIDIA_CUDAMEMORY_H
#define FP8_LIB_TARGET_NVIDIA_CUDAMEMORY_H

#include "fp8/Host/StateStore.h"
#include "fp8/Runtime/fp8rt_cuda.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/BitVector.h"
#include <utility>

namespace mlir::fp8 {

class CUDAMemory : public StateDevice {
public:
  static FailureOr<std::shared_ptr<CUDAMemory>> open(Location loc);
  ~CUDAMemory() override;

  fp8rt_cuda getDevice() const { return device; }
  fp8rt_cuda_stream getStream() const { return stream; }
  const fp8rt_cuda_info &getInfo() const { return info; }
  /// Returns true at the first compilation for this GPU, so that messages that
  /// concern all programs are emitted once.
  bool isFirstCompilation() { return !std::exchange(hasCompiled, true); }

  /// Plans memory for a program: `argumentBytes` of each argument, its arena,
  /// and its other memory. Results update the arguments in `isState`. Reports
  /// arguments that differ from the arguments of earlier programs, and more
  /// memory than the GPU has free. In either case nothing is planned and
  /// nothing is allocated.
  LogicalResult reserve(Location loc, ArrayRef<int64_t> argumentBytes,
                        const llvm::BitVector &isState, int64_t arenaBytes,
                        int64_t otherBytes);
  /// Records that a program has allocated its other memory.
  void take(int64_t otherBytes) { takenOther += otherBytes; }
  /// Releases the plan of a destroyed program. `isTaken` is set if it had
  /// allocated its other memory.
  void release(int64_t otherBytes, bool isTaken) {
    plannedOther -= otherBytes;
    if (isTaken)
      takenOther -= otherBytes;
  }
  /// Allocates the planned memory that is not allocated yet.
  LogicalResult allocate(Location loc);

  /// Returns a number that changes whenever addresses change.
  unsigned getGeneration() const { return generation; }
  fp8rt_address getArgument(unsigned i) const { return addresses[i]; }
  fp8rt_address getArena() const { return arena; }

  /// Copies arguments to the GPU before the next work in the stream, if the
  /// host has newer values. `states` is bound to this memory.
  LogicalResult upload(Location loc, const StateStore &states);
  /// Copies synchronously.
  LogicalResult upload(Location loc, fp8rt_address to, ArrayRef<char> from);
  LogicalResult download(Location loc, MutableArrayRef<char> to,
                         fp8rt_address from);
  LogicalResult download(unsigned i, HostTensor &value) override {
    return download(loc, value.bytes(), addresses[i]);
  }

  /// Reports the error of the runtime, if any.
  static LogicalResult report(Location loc, fp8rt_status status);

private:
  explicit CUDAMemory(Location loc) : loc(loc) {}

  /// One of the two slots that inputs pass through.
  struct Slot {
    char *pinned = nullptr;
    fp8rt_address staged = 0;
    fp8rt_cuda_event copied = nullptr, consumed = nullptr;
    bool isUsed = false;
  };
  LogicalResult create();
  LogicalResult prepareSlots(Location loc, const llvm::BitVector &written);
  LogicalResult uploadThrough(Location loc, Slot &slot,
                              const StateStore &states,
                              const llvm::BitVector &written);

  Location loc;
  fp8rt_cuda device = nullptr;
  fp8rt_cuda_info info = {};
  bool hasCompiled = false;
  /// The stream for computation, and the stream for copying inputs.
  fp8rt_cuda_stream stream = nullptr, copyStream = nullptr;
  unsigned generation = 0;

  SmallVector<int64_t> argumentBytes;
  SmallVector<fp8rt_address> addresses;
  fp8rt_address argumentBlock = 0, arena = 0;
  /// True if a program has set `argumentBytes`.
  bool isPlanned = false;
  int64_t plannedStaged = 0, plannedArena = 0, arenaBytes = 0;
  /// Other memory of programs, in bytes: planned, and allocated so far.
  int64_t plannedOther = 0, takenOther = 0;

  bool hasSlots() const { return slots[0].staged != 0; }

  Slot slots[2];
  unsigned nextSlot = 0;
  /// Offset of each argument in a slot, in bytes; -1 if it is not in the slots.
  SmallVector<int64_t> slotOffsets;
  char *bounce = nullptr;
};

/// Alignment of every GPU buffer, in bytes.
constexpr int64_t kCUDAAlignment = 256;

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_CUDAMEMORY_H

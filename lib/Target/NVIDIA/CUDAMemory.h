//===- CUDAMemory.h - What programs of one GPU share ------------*- C++ -*-===//
//
// States live on the GPU, in one block that all functions of a step work on,
// and so does the arena, which is that of the largest of them. What the host
// writes at every step goes through two slots of pinned memory, on a stream of
// its own: the copy for the next step runs beside this one.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_TARGET_NVIDIA_CUDAMEMORY_H
#define FP8_LIB_TARGET_NVIDIA_CUDAMEMORY_H

#include "fp8/Host/HostTensor.h"
#include "fp8/Runtime/fp8rt_cuda.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/BitVector.h"
#include <utility>

namespace mlir::fp8 {

class CUDAMemory {
public:
  static FailureOr<std::shared_ptr<CUDAMemory>> open(Location loc);
  ~CUDAMemory();
  CUDAMemory(const CUDAMemory &) = delete;
  CUDAMemory &operator=(const CUDAMemory &) = delete;

  fp8rt_cuda getDevice() const { return device; }
  fp8rt_cuda_stream getStream() const { return stream; }
  const fp8rt_cuda_info &getInfo() const { return info; }
  /// Whether nothing was compiled for this GPU before: what holds for all
  /// programs is said once.
  bool isFirstCompilation() { return !std::exchange(hasCompiled, true); }

  /// Plans memory for a program: `bytes` of each argument, of which results
  /// update those of `isState`, its arena and what else it takes. Reports,
  /// before anything is allocated, arguments that are not those of the programs
  /// before it, and more than the GPU has free; then nothing is planned.
  LogicalResult reserve(Location loc, ArrayRef<int64_t> argumentBytes,
                        const llvm::BitVector &isState, int64_t arenaBytes,
                        int64_t otherBytes);
  /// What else a program takes, it has.
  void take(int64_t otherBytes) { takenOther += otherBytes; }
  /// Of a program that is gone; `isTaken` if it had what else it takes.
  void release(int64_t otherBytes, bool isTaken) {
    plannedOther -= otherBytes;
    if (isTaken)
      takenOther -= otherBytes;
  }
  /// Allocates what is planned and not yet there.
  LogicalResult allocate(Location loc);

  /// Changes when addresses do.
  unsigned getGeneration() const { return generation; }
  fp8rt_address getArgument(unsigned i) const { return addresses[i]; }
  fp8rt_address getArena() const { return arena; }

  /// Brings the arguments of `written`, and those that the GPU has never seen,
  /// to the GPU, before what the stream does next.
  LogicalResult upload(Location loc, ArrayRef<ArrayRef<char>> values,
                       const llvm::BitVector &written);
  /// Copies, and waits.
  LogicalResult upload(Location loc, fp8rt_address to, ArrayRef<char> from);
  LogicalResult download(Location loc, MutableArrayRef<char> to,
                         fp8rt_address from);

  /// Reports what the runtime says.
  static LogicalResult report(Location loc, fp8rt_status status);

private:
  CUDAMemory() = default;

  /// One half of the memory that inputs go through.
  struct Slot {
    char *pinned = nullptr;
    fp8rt_address staged = 0;
    fp8rt_cuda_event copied = nullptr, consumed = nullptr;
    bool isUsed = false;
  };
  LogicalResult create(Location loc);
  LogicalResult prepareSlots(Location loc, const llvm::BitVector &written);
  LogicalResult uploadThrough(Location loc, Slot &slot,
                              ArrayRef<ArrayRef<char>> values,
                              const llvm::BitVector &written);

  fp8rt_cuda device = nullptr;
  fp8rt_cuda_info info = {};
  bool hasCompiled = false;
  /// What computes, and what brings inputs.
  fp8rt_cuda_stream stream = nullptr, copyStream = nullptr;
  unsigned generation = 0;

  SmallVector<int64_t> argumentBytes;
  SmallVector<fp8rt_address> addresses;
  llvm::BitVector isOnDevice;
  fp8rt_address argumentBlock = 0, arena = 0;
  /// Whether `argumentBytes` are those of a program.
  bool isPlanned = false;
  int64_t plannedStaged = 0, plannedArena = 0, arenaBytes = 0;
  /// What programs take besides, and which part of it they have.
  int64_t plannedOther = 0, takenOther = 0;

  Slot slots[2];
  unsigned nextSlot = 0;
  /// Per argument, where it lies in a slot; -1 for those that are not there.
  SmallVector<int64_t> slotOffsets;
  char *bounce = nullptr;
};

/// Every buffer of the GPU begins at a multiple of this.
constexpr int64_t kCUDAAlignment = 256;

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_CUDAMEMORY_H

//===- CUDAMemory.cpp - memory shared by programs of one GPU --------------===//

#include "CUDAMemory.h"
#include "fp8/Target/NVIDIA/CUDAProgram.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

/// Size of the pinned memory for copies that do not overlap with a step, in
/// bytes.
static constexpr int64_t kBounceBytes = int64_t{4} << 20;

LogicalResult CUDAMemory::report(Location loc, fp8rt_status status) {
  if (status == FP8RT_OK)
    return success();
  return mlir::emitError(loc, "the runtime failed: ") << fp8rt_last_error();
}

static int64_t alignUp(int64_t bytes) {
  return llvm::alignTo(bytes, kCUDAAlignment);
}

FailureOr<std::shared_ptr<CUDAMemory>> fp8::openCUDAMemory(Location loc) {
  return CUDAMemory::open(loc);
}

FailureOr<std::shared_ptr<CUDAMemory>> CUDAMemory::open(Location loc) {
  std::shared_ptr<CUDAMemory> memory(new CUDAMemory(loc));
  if (failed(memory->create()))
    return failure();
  return memory;
}

LogicalResult CUDAMemory::create() {
  if (fp8rt_cuda_create(nullptr, &device) != FP8RT_OK)
    return mlir::emitError(loc, "no GPU for --target=cuda: ")
           << fp8rt_last_error();
  if (failed(report(loc, fp8rt_cuda_get_info(device, &info))) ||
      failed(report(loc, fp8rt_cuda_stream_create(device, &stream))) ||
      failed(report(loc, fp8rt_cuda_stream_create(device, &copyStream))))
    return failure();
  for (Slot &slot : slots)
    for (fp8rt_cuda_event *event : {&slot.copied, &slot.consumed})
      if (failed(
              report(loc, fp8rt_cuda_event_create(device, /*timed=*/0, event))))
        return failure();
  return success();
}

CUDAMemory::~CUDAMemory() {
  if (!device)
    return;
  for (Slot &slot : slots) {
    fp8rt_cuda_free(device, slot.staged);
    fp8rt_cuda_free_host(device, slot.pinned);
  }
  fp8rt_cuda_free_host(device, bounce);
  fp8rt_cuda_free(device, argumentBlock);
  fp8rt_cuda_free(device, arena);
  fp8rt_cuda_destroy(device);
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

static int64_t sumAligned(ArrayRef<int64_t> sizes) {
  int64_t sum = 0;
  for (int64_t bytes : sizes)
    sum += alignUp(std::max<int64_t>(bytes, 1));
  return sum;
}

LogicalResult CUDAMemory::reserve(Location loc, ArrayRef<int64_t> bytes,
                                  const llvm::BitVector &isState,
                                  int64_t newArena, int64_t otherBytes) {
  if (isPlanned && ArrayRef(argumentBytes) != bytes)
    return mlir::emitError(loc, "expected the arguments of the functions that "
                                "share memory of a GPU to have equal sizes");
  int64_t arenaPlan = std::max(plannedArena, newArena);
  int64_t other = plannedOther + otherBytes;
  // It is not yet known which inputs the host writes at every step, so space
  // for all of them is planned.
  SmallVector<int64_t> inputs;
  for (auto [i, size] : llvm::enumerate(bytes))
    if (!isState[i])
      inputs.push_back(size);
  int64_t staged = std::max(plannedStaged, 2 * sumAligned(inputs));
  // Query again: free memory may have changed, apart from our own allocations.
  if (failed(report(loc, fp8rt_cuda_get_info(device, &info))))
    return failure();
  int64_t needed = other - takenOther;
  if (!argumentBlock)
    needed += sumAligned(bytes);
  if (!hasSlots())
    needed += staged;
  if (arenaPlan > arenaBytes)
    needed += arenaPlan;
  int64_t free = info.free_bytes + (arenaPlan > arenaBytes ? arenaBytes : 0);
  if (needed > free) {
    InFlightDiagnostic diag = mlir::emitError(loc, "expected ")
                              << needed << " bytes of memory on the GPU, but "
                              << info.name << " has " << free << " of "
                              << info.total_bytes << " free";
    diag.attachNote() << "arguments and states take " << sumAligned(bytes)
                      << " bytes, staged inputs " << staged << ", the arena "
                      << arenaPlan
                      << ", constants, results, tables and matmuls " << other;
    return diag;
  }
  argumentBytes.assign(bytes.begin(), bytes.end());
  isPlanned = true;
  plannedStaged = staged;
  plannedArena = arenaPlan;
  plannedOther = other;
  return success();
}

LogicalResult CUDAMemory::allocate(Location loc) {
  if (!bounce && failed(report(loc, fp8rt_cuda_alloc_host(
                                        device, kBounceBytes,
                                        reinterpret_cast<void **>(&bounce)))))
    return failure();
  if (!argumentBlock) {
    if (failed(report(loc, fp8rt_cuda_alloc(device, sumAligned(argumentBytes),
                                            &argumentBlock))))
      return failure();
    fp8rt_address next = argumentBlock;
    for (int64_t bytes : argumentBytes) {
      addresses.push_back(next);
      next += alignUp(std::max<int64_t>(bytes, 1));
    }
    slotOffsets.assign(addresses.size(), -1);
    ++generation;
  }
  if (plannedArena <= arenaBytes && arena)
    return success();
  // All reads of the arena have completed when a step is done.
  if (failed(report(loc, fp8rt_cuda_stream_synchronize(device, stream))) ||
      failed(report(loc, fp8rt_cuda_free(device, arena))))
    return failure();
  arena = 0;
  arenaBytes = 0;
  ++generation;
  if (failed(report(loc, fp8rt_cuda_alloc(device, plannedArena, &arena))))
    return failure();
  arenaBytes = plannedArena;
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult CUDAMemory::upload(Location loc, fp8rt_address to,
                                 ArrayRef<char> from) {
  while (!from.empty()) {
    ArrayRef<char> part = from.take_front(kBounceBytes);
    from = from.drop_front(part.size());
    llvm::copy(part, bounce);
    if (failed(report(
            loc, fp8rt_cuda_upload(device, stream, to, bounce, part.size()))) ||
        failed(report(loc, fp8rt_cuda_stream_synchronize(device, stream))))
      return failure();
    to += part.size();
  }
  return success();
}

LogicalResult CUDAMemory::download(Location loc, MutableArrayRef<char> to,
                                   fp8rt_address from) {
  while (!to.empty()) {
    MutableArrayRef<char> part = to.take_front(kBounceBytes);
    to = to.drop_front(part.size());
    if (failed(report(loc, fp8rt_cuda_download(device, stream, bounce, from,
                                               part.size()))) ||
        failed(report(loc, fp8rt_cuda_stream_synchronize(device, stream))))
      return failure();
    std::copy_n(bounce, part.size(), part.begin());
    from += part.size();
  }
  return success();
}

/// Allocates slots for the arguments that the host writes at every step: the
/// arguments that it wrote at the first step.
LogicalResult CUDAMemory::prepareSlots(Location loc,
                                       const llvm::BitVector &written) {
  SmallVector<int64_t> offsets(slotOffsets);
  int64_t bytes = 0;
  for (unsigned i : written.set_bits()) {
    offsets[i] = bytes;
    bytes += alignUp(std::max<int64_t>(argumentBytes[i], 1));
  }
  for (Slot &slot : slots)
    if (failed(report(loc, fp8rt_cuda_alloc_host(
                               device, bytes,
                               reinterpret_cast<void **>(&slot.pinned)))) ||
        failed(report(loc, fp8rt_cuda_alloc(device, bytes, &slot.staged))))
      return failure();
  slotOffsets = std::move(offsets);
  return success();
}

LogicalResult CUDAMemory::uploadThrough(Location loc, Slot &slot,
                                        const StateStore &states,
                                        const llvm::BitVector &written) {
  if (slot.isUsed &&
      // The last copy from this slot, two steps ago, may not have run yet.
      (failed(report(loc, fp8rt_cuda_event_synchronize(device, slot.copied))) ||
       failed(report(
           loc, fp8rt_cuda_stream_wait(device, copyStream, slot.consumed)))))
    return failure();
  for (unsigned i : written.set_bits()) {
    char *pinned = slot.pinned + slotOffsets[i];
    llvm::copy(states.get(i).bytes(), pinned);
    if (failed(report(loc, fp8rt_cuda_upload(device, copyStream,
                                             slot.staged + slotOffsets[i],
                                             pinned, argumentBytes[i]))))
      return failure();
  }
  if (failed(report(
          loc, fp8rt_cuda_event_record(device, slot.copied, copyStream))) ||
      failed(report(loc, fp8rt_cuda_stream_wait(device, stream, slot.copied))))
    return failure();
  for (unsigned i : written.set_bits())
    if (failed(report(loc, fp8rt_cuda_copy(device, stream, addresses[i],
                                           slot.staged + slotOffsets[i],
                                           argumentBytes[i]))))
      return failure();
  slot.isUsed = true;
  return report(loc, fp8rt_cuda_event_record(device, slot.consumed, stream));
}

LogicalResult CUDAMemory::upload(Location loc, const StateStore &states) {
  llvm::BitVector streamed(addresses.size());
  bool isFirst = true;
  for (unsigned i = 0; i < addresses.size(); ++i) {
    if (states.isOnDevice(i))
      isFirst = false;
    else if (slotOffsets[i] >= 0)
      streamed.set(i);
    else if (failed(upload(loc, addresses[i], states.get(i).bytes())))
      return failure();
  }
  const llvm::BitVector &uploaded = states.getUploaded();
  if (isFirst && !hasSlots() && uploaded.any() && !uploaded.all())
    return prepareSlots(loc, uploaded);
  if (streamed.none())
    return success();
  Slot &slot = slots[nextSlot];
  nextSlot ^= 1;
  return uploadThrough(loc, slot, states, streamed);
}

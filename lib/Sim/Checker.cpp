//===- Checker.cpp - bounds and alignment ---------------------------------===//

#include "Checker.h"
#include "llvm/Support/FormatVariadic.h"

using namespace fp8sim;

void Checker::addBuffer(const void *data, uint64_t size, llvm::StringRef name) {
  auto *begin = static_cast<const char *>(data);
  lastFound = nullptr;
  buffers[begin] = Buffer{begin, size, name.str(), {}, 0};
}

void Checker::removeBuffer(const void *data) {
  lastFound = nullptr;
  buffers.erase(static_cast<const char *>(data));
}

Buffer *Checker::findBuffer(const char *address) {
  auto contains = [&](const Buffer &buffer) {
    return address >= buffer.data && address < buffer.data + buffer.size;
  };
  if (lastFound && contains(*lastFound))
    return lastFound;
  auto it = buffers.upper_bound(address);
  if (it == buffers.begin() || !contains(std::prev(it)->second))
    return nullptr;
  return lastFound = &std::prev(it)->second;
}

void Checker::beginLaunch(Launch &newLaunch) {
  launch = &newLaunch;
  ++launchNumber;
  releases.clear();
}

void Checker::beginBlock(const BlockState &newBlock, uint32_t index) {
  block = &newBlock;
  blockIndex = index;
  now = 1;
  barrierTime = 0;
  unsigned count = launch->block.count();
  meetings.assign((count + kWarpSize - 1) / kWarpSize, {});
  orders.assign(count, {});
  acquires.clear();
  shared.reset(launch->staticShared + launch->dynamicShared);
  if (traffic)
    traffic->beginBlock();
}

static bool isInside(const char *address, uint64_t bytes, const char *begin,
                     uint64_t size) {
  auto a = reinterpret_cast<uintptr_t>(address);
  auto b = reinterpret_cast<uintptr_t>(begin);
  return a >= b && a - b <= size && bytes <= size - (a - b);
}

static bool isUnchanged(const char *address, uint64_t bytes,
                        const uint64_t *value) {
  return value && std::memcmp(address, value, bytes) == 0;
}

void Checker::access(ThreadState &thread, const char *address, uint64_t bytes,
                     uint32_t siteIndex, const uint64_t *value) {
  const Site &site = (*launch->sites)[siteIndex];
  if (reinterpret_cast<uintptr_t>(address) % site.align)
    fail(&thread, Fault::Misaligned, siteIndex,
         llvm::formatv("expected a {0} of {1} bytes at an address that is a "
                       "multiple of {2}, but it is {3} past such an address",
                       getName(site.kind), bytes, site.align,
                       reinterpret_cast<uintptr_t>(address) % site.align));

  uint64_t sharedSize = launch->staticShared + launch->dynamicShared;
  const char *variable = block->shared + site.sharedOffset;
  if (site.sharedSize && !isInside(address, bytes, variable, site.sharedSize))
    failOutOfBounds(thread, address, bytes, siteIndex);
  if (isInside(address, bytes, block->shared, sharedSize))
    return checkCells(thread, shared, "shared memory", address - block->shared,
                      bytes, siteIndex, isUnchanged(address, bytes, value));

  // Buffers may be adjacent: an access through an argument must stay in its
  // buffer.
  if (site.argument >= 0) {
    const KernelArgument &argument = launch->argumentInfo[site.argument];
    const char *begin;
    std::memcpy(&begin, argument.bits.data(), sizeof(begin));
    if (argument.extent && !isInside(address, bytes, begin, argument.extent))
      failOutOfBounds(thread, address, bytes, siteIndex);
    if (Buffer *buffer = argument.isPointer ? findBuffer(begin) : nullptr)
      return checkBuffer(thread, *buffer, address, bytes, siteIndex, value);
  }
  if (Buffer *buffer = findBuffer(address))
    return checkBuffer(thread, *buffer, address, bytes, siteIndex, value);
  for (auto [data, size] : thread.locals)
    if (isInside(address, bytes, data, size))
      return;
  failOutOfBounds(thread, address, bytes, siteIndex);
}

void Checker::checkBuffer(ThreadState &thread, Buffer &buffer,
                          const char *address, uint64_t bytes,
                          uint32_t siteIndex, const uint64_t *value) {
  if (!isInside(address, bytes, buffer.data, buffer.size))
    failOutOfBounds(thread, address, bytes, siteIndex);
  if (buffer.launch != launchNumber) {
    buffer.launch = launchNumber;
    buffer.shadow.reset(buffer.size);
  }
  checkCells(thread, buffer.shadow, buffer.name, address - buffer.data, bytes,
             siteIndex, isUnchanged(address, bytes, value));
  const Site &site = (*launch->sites)[siteIndex];
  if (traffic)
    traffic->add(thread, address, bytes, siteIndex, site.kind);
  if (site.atomic)
    observeAtomic(thread, address, site);
}

void Checker::failOutOfBounds(ThreadState &thread, const char *address,
                              uint64_t bytes, uint32_t siteIndex) {
  const Site &site = (*launch->sites)[siteIndex];
  std::string message = llvm::formatv("expected a {0} of {1} bytes within ",
                                      getName(site.kind), bytes);
  auto describeOffset = [&](llvm::StringRef name, const char *begin,
                            uint64_t size) {
    message += llvm::formatv("'{0}' ({1} bytes), but it is at offset {2}", name,
                             size, int64_t(address - begin));
  };
  const KernelArgument *argument =
      site.argument >= 0 ? &launch->argumentInfo[site.argument] : nullptr;
  const char *begin = nullptr;
  if (argument && argument->isPointer)
    std::memcpy(&begin, argument->bits.data(), sizeof(begin));
  if (site.sharedSize) {
    describeOffset(site.variable, block->shared + site.sharedOffset,
                   site.sharedSize);
  } else if (argument && argument->extent) {
    describeOffset("argument " + std::to_string(site.argument), begin,
                   argument->extent);
  } else if (Buffer *buffer = begin ? findBuffer(begin) : findBuffer(address)) {
    describeOffset(buffer->name, buffer->data, buffer->size);
  } else {
    // The most likely target is shared memory, just outside its bounds.
    uint64_t sharedSize = launch->staticShared + launch->dynamicShared;
    int64_t offset = address - block->shared;
    constexpr int64_t kNear = 4096;
    if (sharedSize && offset >= -kNear && offset < int64_t(sharedSize) + kNear)
      describeOffset("shared memory", block->shared, sharedSize);
    else
      message += "a buffer, but there is none at this address";
  }
  std::string note;
  if (site.argument >= 0)
    note = "the address is computed from argument " +
           std::to_string(site.argument) + " of kernel '" + launch->kernel +
           "'";
  fail(&thread, Fault::OutOfBounds, siteIndex, std::move(message),
       {std::move(note), std::nullopt});
}

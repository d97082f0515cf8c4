//===- Memory.cpp - memory reservations with guards -----------------------===//

#include "Memory.h"
#include "ByteCount.h"
#include "Context.h"
#include "Error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace fp8rt;

constexpr uint64_t defaultAlignment = 64;
constexpr uint64_t maxAlignment = 4096;
constexpr uint64_t hugePage = uint64_t{2} << 20;
constexpr std::byte fill{0xA5};

static uint64_t pageSize() {
  static const auto size = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return size;
}

/// Rounds up to a multiple of `to`, a power of two.
static uint64_t roundUp(uint64_t value, uint64_t to) {
  return (value + to - 1) & ~(to - 1);
}

static std::byte *map(uint64_t bytes, int protection) {
  void *address =
      mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return address == MAP_FAILED ? nullptr : static_cast<std::byte *>(address);
}
Reservation::Reservation(Reservation &&other) noexcept {
  *this = std::move(other);
}

Reservation &Reservation::operator=(Reservation &&other) noexcept {
  std::swap(mapping, other.mapping);
  std::swap(mappingSize, other.mappingSize);
  std::swap(start, other.start);
  std::swap(bytes, other.bytes);
  std::swap(guard, other.guard);
  return *this;
}

fp8rt_status Reservation::create(const char *function, uint64_t bytes,
                                 uint64_t alignment, bool guard,
                                 Reservation &result) {
  if (alignment == 0)
    alignment = defaultAlignment;
  if ((alignment & (alignment - 1)) != 0 || alignment > maxAlignment)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: alignment is %llu, expected a power of two up to %llu",
                function, static_cast<unsigned long long>(alignment),
                static_cast<unsigned long long>(maxAlignment));
  auto outOfMemory = [&] {
    return fail(FP8RT_OUT_OF_MEMORY, "%s: cannot reserve %llu bytes: %s",
                function, static_cast<unsigned long long>(bytes),
                std::strerror(errno));
  };
  if (bytes > maxAddressBytes) {
    errno = ENOMEM;
    return outOfMemory();
  }

  uint64_t page = pageSize();
  uint64_t payload = roundUp(std::max<uint64_t>(bytes, 1), page);
  bool huge = !guard && bytes >= hugePage;
  uint64_t extra = guard ? 2 * page : huge ? hugePage : 0;
  std::byte *mapping = map(payload + extra, PROT_READ | PROT_WRITE);
  if (!mapping)
    return outOfMemory();
  Reservation made;
  made.mapping = mapping;
  made.mappingSize = payload + extra;
  made.bytes = bytes;
  made.guard = guard;
  made.start = mapping;
  if (guard) {
    std::byte *low = mapping + page;
    std::byte *high = low + payload;
    if (mprotect(mapping, page, PROT_NONE) != 0 ||
        mprotect(high, page, PROT_NONE) != 0)
      return fail(FP8RT_SYSTEM, "%s: cannot protect guard pages: %s", function,
                  std::strerror(errno));
    made.start = high - roundUp(bytes, alignment);
    std::fill(low, made.start, fill);
    std::fill(made.start + bytes, high, fill);
  } else if (huge) {
    // Huge pages are only a hint; failure is harmless.
    auto address = reinterpret_cast<uint64_t>(mapping);
    made.start = mapping + (roundUp(address, hugePage) - address);
    (void)madvise(made.start, payload, MADV_HUGEPAGE);
  }
  result = std::move(made);
  return FP8RT_OK;
}

fp8rt_status Reservation::release(const char *function) {
  fp8rt_status status = FP8RT_OK;
  if (mapping && guard) {
    std::byte *low = mapping + pageSize();
    std::byte *high = mapping + mappingSize - pageSize();
    auto written = [](std::byte value) { return value != fill; };
    if (std::any_of(low, start, written))
      status = fail(FP8RT_CORRUPTED,
                    "%s: something was written below a block "
                    "of %llu bytes",
                    function, static_cast<unsigned long long>(bytes));
    else if (std::any_of(start + bytes, high, written))
      status = fail(FP8RT_CORRUPTED,
                    "%s: something was written above a block "
                    "of %llu bytes",
                    function, static_cast<unsigned long long>(bytes));
  }
  unmap();
  return status;
}

void Reservation::unmap() {
  if (mapping)
    munmap(mapping, mappingSize);
  mapping = nullptr;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

fp8rt_status fp8rt_arena_create(fp8rt_context context, uint64_t bytes,
                                uint64_t alignment, fp8rt_arena *arena) {
  return withContext(__func__, context, [&](const char *function) {
    if (!arena)
      return failNull(function, "arena");
    Reservation memory;
    fp8rt_status status =
        Reservation::create(function, bytes, alignment, context->guard, memory);
    if (status == FP8RT_OK)
      *arena = context->arenas.insert(std::move(memory));
    return status;
  });
}

fp8rt_status fp8rt_arena_destroy(fp8rt_context context, fp8rt_arena arena) {
  return withContext(__func__, context, [&](const char *function) {
    std::optional<Reservation> memory = context->arenas.erase(arena);
    return memory ? memory->release(function) : failHandle(function, "arena");
  });
}

fp8rt_status fp8rt_arena_at(fp8rt_context context, fp8rt_arena arena,
                            uint64_t offset, uint64_t bytes, void **address) {
  return withContext(__func__, context, [&](const char *function) {
    Reservation *memory = context->arenas.find(arena);
    if (!memory)
      return failHandle(function, "arena");
    if (!address)
      return failNull(function, "address");
    // Compare without computing offset + bytes, which may overflow.
    if (offset > memory->size() || bytes > memory->size() - offset)
      return fail(FP8RT_OUT_OF_RANGE,
                  "%s: %llu bytes at offset %llu, the arena has %llu", function,
                  static_cast<unsigned long long>(bytes),
                  static_cast<unsigned long long>(offset),
                  static_cast<unsigned long long>(memory->size()));
    *address = memory->data() + offset;
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_arena_size(fp8rt_context context, fp8rt_arena arena,
                              uint64_t *bytes) {
  return withContext(__func__, context, [&](const char *function) {
    Reservation *memory = context->arenas.find(arena);
    if (!memory)
      return failHandle(function, "arena");
    if (!bytes)
      return failNull(function, "bytes");
    *bytes = memory->size();
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_alloc(fp8rt_context context, uint64_t bytes,
                         uint64_t alignment, void **address) {
  return withContext(__func__, context, [&](const char *function) {
    if (!address)
      return failNull(function, "address");
    Reservation memory;
    fp8rt_status status =
        Reservation::create(function, bytes, alignment, context->guard, memory);
    if (status != FP8RT_OK)
      return status;
    void *data = memory.data();
    context->blocks.emplace(data, std::move(memory));
    *address = data;
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_free(fp8rt_context context, void *address) {
  return withContext(__func__, context, [&](const char *function) {
    if (!address)
      return FP8RT_OK;
    auto block = context->blocks.find(address);
    if (block == context->blocks.end())
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: %p is not a block of this context", function, address);
    fp8rt_status status = block->second.release(function);
    context->blocks.erase(block);
    return status;
  });
}

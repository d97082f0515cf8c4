//===- Memory.h - memory reservations with guards ---------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_MEMORY_H
#define FP8_LIB_RUNTIME_MEMORY_H

#include "fp8/Runtime/fp8rt.h"

#include <cstddef>
#include <cstdint>

namespace fp8rt {

/// Zero-initialized pages from the operating system, released with the object.
class Reservation {
public:
  Reservation() = default;
  Reservation(Reservation &&other) noexcept;
  Reservation &operator=(Reservation &&other) noexcept;
  ~Reservation() { unmap(); }

  /// Fails, with a message that starts with `function`, if the alignment is
  /// invalid or there is not enough memory.
  static fp8rt_status create(const char *function, uint64_t bytes,
                             uint64_t alignment, bool guard,
                             Reservation &result);

  /// Releases the memory. Returns an error if memory next to guarded data was
  /// written.
  fp8rt_status release(const char *function);

  std::byte *data() const { return start; }
  uint64_t size() const { return bytes; }

private:
  void unmap();

  std::byte *mapping = nullptr;
  size_t mappingSize = 0;
  std::byte *start = nullptr;
  uint64_t bytes = 0;
  bool guard = false;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_MEMORY_H

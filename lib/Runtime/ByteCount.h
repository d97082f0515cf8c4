//===- ByteCount.h - sizes that do not overflow -----------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_BYTECOUNT_H
#define FP8_LIB_RUNTIME_BYTECOUNT_H

#include <cstdint>
#include <initializer_list>

namespace fp8rt {

/// More bytes than any address space has, but few enough that sums of some of
/// them do not overflow.
constexpr uint64_t maxAddressBytes = uint64_t{1} << 56;

/// A sum of sizes in bytes. Above `maxAddressBytes`, it only keeps the fact.
class ByteCount {
public:
  /// Adds the product of `factors`, none of which is negative, rounded up to a
  /// multiple of `alignment`.
  void add(std::initializer_list<uint64_t> factors, uint64_t alignment = 1) {
    uint64_t product = 1;
    for (uint64_t factor : factors)
      product = factor != 0 && product > maxAddressBytes / factor
                    ? tooMany
                    : product * factor;
    bytes += (product + alignment - 1) / alignment * alignment;
    if (bytes > maxAddressBytes)
      bytes = tooMany;
  }

  bool fits() const { return bytes <= maxAddressBytes; }
  /// Returns the sum, which must fit.
  uint64_t get() const { return bytes; }

private:
  static constexpr uint64_t tooMany = maxAddressBytes + 1;
  uint64_t bytes = 0;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_BYTECOUNT_H

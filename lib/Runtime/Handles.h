//===- Handles.h - checked handles ------------------------------*- C++ -*-===//
//
// A handle is not an address but a name: context, generation, slot and kind in
// one 64-bit word. The lookup does not dereference the handle. A handle that
// was destroyed, or that belongs to another context or type, therefore causes
// an error and not a crash.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_HANDLES_H
#define FP8_LIB_RUNTIME_HANDLES_H

#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace fp8rt {

enum class HandleKind : uint8_t {
  Stream = 1,
  Event = 2,
  Arena = 3,
  CUDAStream = 4,
  CUDAEvent = 5,
  CUDAModule = 6,
  CUDAStep = 7
};

/// Not thread-safe: the context holds a lock during calls.
template <typename Handle, typename T, HandleKind kind>
class HandleTable {
public:
  explicit HandleTable(uint16_t context) : context(context) {}

  /// Throws std::bad_alloc if memory or slot numbers are exhausted.
  Handle insert(T value) {
    if (freeSlots.empty()) {
      if (slots.size() > maxIndex)
        throw std::bad_alloc();
      freeSlots.reserve(slots.size() + 1); // erase() must not throw
      slots.emplace_back();
      freeSlots.push_back(static_cast<uint32_t>(slots.size() - 1));
    }
    uint32_t index = freeSlots.back();
    freeSlots.pop_back();
    slots[index].value.emplace(std::move(value));
    return encode(index);
  }

  /// Returns nullptr if the handle does not name a live object of this table.
  T *find(Handle handle) {
    std::optional<uint32_t> index = indexOf(handle);
    return index ? &*slots[*index].value : nullptr;
  }

  std::optional<T> erase(Handle handle) {
    std::optional<uint32_t> index = indexOf(handle);
    if (!index)
      return std::nullopt;
    Slot &slot = slots[*index];
    std::optional<T> value = std::move(slot.value);
    slot.value.reset();
    // A slot is not reused after its last generation, because it would
    // reproduce the handles of its first generation.
    if (++slot.generation == 0)
      ++numRetired;
    else
      freeSlots.push_back(*index);
    return value;
  }

  size_t size() const { return slots.size() - freeSlots.size() - numRetired; }

  template <typename Body>
  void forEach(Body body) {
    for (Slot &slot : slots)
      if (slot.value)
        body(*slot.value);
  }

private:
  static_assert(sizeof(Handle) == 8, "handles are words of 64 bits");
  /// Largest slot number that fits in the word.
  static constexpr uint32_t maxIndex = 0xFFFFFF;

  struct Slot {
    uint16_t generation = 0;
    std::optional<T> value;
  };

  Handle encode(uint32_t index) const {
    uint64_t word = uint64_t{context} << 48 |
                    uint64_t{slots[index].generation} << 32 |
                    uint64_t{index} << 8 | static_cast<uint64_t>(kind);
    return reinterpret_cast<Handle>(word);
  }

  std::optional<uint32_t> indexOf(Handle handle) const {
    auto word = reinterpret_cast<uint64_t>(handle);
    auto index = static_cast<uint32_t>(word >> 8) & maxIndex;
    if (index >= slots.size() || !slots[index].value || encode(index) != handle)
      return std::nullopt;
    return index;
  }

  uint16_t context;
  std::vector<Slot> slots;
  std::vector<uint32_t> freeSlots;
  size_t numRetired = 0;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_HANDLES_H

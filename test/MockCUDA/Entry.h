//===- Entry.h - Checks at the entry of the driver's functions --*- C++ -*-===//

#ifndef FP8_TEST_MOCKCUDA_ENTRY_H
#define FP8_TEST_MOCKCUDA_ENTRY_H

#include "Machine.h"

#include "../../lib/Runtime/CUDA/Driver.h"

#include <string>

/// Begins a function of the driver: records the call, and returns a planted
/// fault.
#define ENTER(...)                                                             \
  Machine &machine = Machine::get();                                           \
  if (Code planted = machine.enter(__func__, describe(__VA_ARGS__)))           \
    return planted;                                                            \
  if (!machine.isInitialized)                                                  \
  return machine.violate(std::string(__func__) + " before cuInit",             \
                         NotInitialized)

/// The same for a function that requires a current context.
#define ENTER_CONTEXT(...)                                                     \
  ENTER(__VA_ARGS__);                                                          \
  if (machine.contextDepth == 0)                                               \
  return machine.violate(std::string(__func__) + " without a context",         \
                         InvalidContext)

/// Rejects a call that a capture forbids.
#define ENTER_UNCAPTURED(...)                                                  \
  ENTER_CONTEXT(__VA_ARGS__);                                                  \
  if (machine.isCapturing())                                                   \
  return machine.violate(std::string(__func__) + " during a capture",          \
                         CaptureUnsupported)

#define EXPECT_LIVE(table, handle)                                             \
  if (machine.table.find(handle) == machine.table.end())                       \
  return machine.violate(std::string(__func__) +                               \
                             " on something that is not among " #table,        \
                         InvalidHandle)

namespace mock {

inline std::string describe() { return ""; }
inline std::string describe(const std::string &text) { return text; }
inline std::string describe(Address address) {
  return Machine::get().describe(address);
}
inline std::string describe(unsigned value) { return std::to_string(value); }
inline std::string describe(int value) { return std::to_string(value); }
template <typename T, typename... Rest>
std::string describe(const T &first, const Rest &...rest) {
  return describe(first) + " " + describe(rest...);
}

inline std::string bytesOf(size_t bytes) { return std::to_string(bytes); }
template <typename Map, typename Handle>
std::string nameOf(const Map &map, const char *kind, Handle handle) {
  auto it = map.find(handle);
  return kind + (it == map.end() ? "?" : std::to_string(it->second->number));
}
inline Stream *asStream(CUstream_st *stream) {
  return reinterpret_cast<Stream *>(stream);
}
inline Event *asEvent(CUevent_st *event) {
  return reinterpret_cast<Event *>(event);
}
inline std::string nameOf(CUstream_st *stream) {
  return nameOf(Machine::get().streams, "stream", asStream(stream));
}
inline std::string nameOf(CUevent_st *event) {
  return nameOf(Machine::get().events, "event", asEvent(event));
}

} // namespace mock

#endif // FP8_TEST_MOCKCUDA_ENTRY_H

//===- Updates.cpp - updates that the build compiles ----------------------===//

#include "fp8/Runtime/fp8rt_update.h"

#include <cstdlib>
#include <cstring>

// Generated: the declarations of all updates, and FP8RT_UPDATES.
#include "Updates.inc"

namespace {
/// The code of an update for CPUs with AVX2 (x86-64-v3) and with AVX-512
/// (x86-64-v4).
struct Entry {
  const char *optimizer;
  const char *storage;
  /// The type of gradients; null for functions that read no gradients.
  const char *gradient;
  const char *function;
  const fp8rt_update *v3, *v4;
};

const Entry entries[] = {FP8RT_UPDATES};

enum class Level { none, v3, v4 };
} // namespace

/// Returns the level of this CPU. FP8RT_CPU=x86-64-v3 disables the code for
/// AVX-512.
static Level getLevel() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("x86-64-v3"))
    return Level::none;
  const char *wanted = std::getenv("FP8RT_CPU");
  bool isLimited = wanted && std::strcmp(wanted, "x86-64-v3") == 0;
  if (isLimited || !__builtin_cpu_supports("x86-64-v4"))
    return Level::v3;
  return Level::v4;
}

static bool isEqual(const char *a, const char *b) {
  return std::strcmp(a, b) == 0;
}

fp8rt_status fp8rt_updates_find(const char *optimizer, const char *storage,
                                const char *gradient, const char *function,
                                const fp8rt_update **update) {
  if (!optimizer || !storage || !gradient || !function || !update)
    return FP8RT_INVALID_ARGUMENT;
  Level level = getLevel();
  if (level == Level::none)
    return FP8RT_UNSUPPORTED;
  for (const Entry &entry : entries)
    if (isEqual(entry.optimizer, optimizer) &&
        isEqual(entry.storage, storage) && isEqual(entry.function, function) &&
        (!entry.gradient || isEqual(entry.gradient, gradient))) {
      *update = level == Level::v4 ? entry.v4 : entry.v3;
      return FP8RT_OK;
    }
  return FP8RT_INVALID_ARGUMENT;
}

//===- Library.h - shared libraries opened at run time ----------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_LIBRARY_H
#define FP8_LIB_RUNTIME_LIBRARY_H

#include "Error.h"

#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>
#include <string>

namespace fp8rt {

/// A shared library. It is never closed, because drivers do not support
/// closing.
class Library {
public:
  /// Opens `path`. If it is null, opens the file that the environment variable
  /// names, or else the first of `names` that exists. Error messages start with
  /// `what`.
  fp8rt_status open(const char *function, const char *what, const char *path,
                    const char *variable,
                    std::initializer_list<const char *> names) {
    if (!path)
      path = std::getenv(variable);
    std::string tried, reason;
    auto tryOpen = [&](const char *candidate) {
      tried += (tried.empty() ? "" : ", ") + std::string(candidate);
      // With an empty name, dlopen would return this program.
      handle = *candidate ? dlopen(candidate, RTLD_NOW | RTLD_LOCAL) : nullptr;
      name = candidate;
      return handle != nullptr;
    };
    if (path ? tryOpen(path) : tryAll(names, tryOpen))
      return FP8RT_OK;
    // Report the reason only for a file that the user asked for.
    if (const char *error = path && *path ? dlerror() : nullptr)
      reason = std::string(": ") + error;
    return fail(FP8RT_LIBRARY_MISSING,
                "%s: %s: cannot open %s; %s may name another file%s", function,
                what, tried.c_str(), variable, reason.c_str());
  }

  /// Returns false if the library has no such function.
  template <typename Function>
  bool find(const char *symbol, Function &result) const {
    result = reinterpret_cast<Function>(dlsym(handle, symbol));
    return result != nullptr;
  }

  template <typename Function>
  fp8rt_status resolve(const char *function, const char *symbol,
                       Function &result) const {
    if (find(symbol, result))
      return FP8RT_OK;
    return fail(FP8RT_UNSUPPORTED, "%s: %s has no function %s", function,
                name.c_str(), symbol);
  }

  /// Returns the name of the opened file.
  const std::string &getName() const { return name; }

private:
  template <typename Try>
  static bool tryAll(std::initializer_list<const char *> names, Try tryOpen) {
    for (const char *candidate : names)
      if (tryOpen(candidate))
        return true;
    return false;
  }

  void *handle = nullptr;
  std::string name;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_LIBRARY_H

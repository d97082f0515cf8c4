//===- Library.h - Shared libraries opened at run time ----------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_LIBRARY_H
#define FP8_LIB_RUNTIME_LIBRARY_H

#include "Error.h"

#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>
#include <string>

namespace fp8rt {

/// Stays open: drivers do not like to be closed.
class Library {
public:
  /// Opens `path`; null: what the variable names, else the first of `names`
  /// that is there. `what` begins the error.
  fp8rt_status open(const char *function, const char *what, const char *path,
                    const char *variable,
                    std::initializer_list<const char *> names) {
    if (!path)
      path = std::getenv(variable);
    std::string tried, reason;
    auto tryOpen = [&](const char *candidate) {
      tried += (tried.empty() ? "" : ", ") + std::string(candidate);
      // Without a name it would be this program.
      handle = *candidate ? dlopen(candidate, RTLD_NOW | RTLD_LOCAL) : nullptr;
      name = candidate;
      return handle != nullptr;
    };
    if (path ? tryOpen(path) : tryAll(names, tryOpen))
      return FP8RT_OK;
    // Of one that was asked for it is told why.
    if (const char *error = path && *path ? dlerror() : nullptr)
      reason = std::string(": ") + error;
    return fail(FP8RT_LIBRARY_MISSING,
                "%s: %s: cannot open %s; %s may name another file%s", function,
                what, tried.c_str(), variable, reason.c_str());
  }

  /// False if the library has no such function.
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

  /// Of the file that has been opened.
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

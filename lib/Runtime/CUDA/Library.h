//===- Library.h - Shared libraries of CUDA ---------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_LIBRARY_H
#define FP8_LIB_RUNTIME_CUDA_LIBRARY_H

#include "../Error.h"

#include <cstdlib>
#include <dlfcn.h>
#include <initializer_list>
#include <string>

namespace fp8rt::cuda {

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
    std::string tried;
    auto tryOpen = [&](const char *candidate) {
      tried += (tried.empty() ? "" : ", ") + std::string(candidate);
      handle = dlopen(candidate, RTLD_NOW | RTLD_LOCAL);
      name = candidate;
      return handle != nullptr;
    };
    if (path ? tryOpen(path) : tryAll(names, tryOpen))
      return FP8RT_OK;
    return fail(FP8RT_LIBRARY_MISSING,
                "%s: %s: cannot open %s; %s may name another file", function,
                what, tried.c_str(), variable);
  }

  template <typename Function>
  fp8rt_status resolve(const char *function, const char *symbol,
                       Function &result) const {
    result = reinterpret_cast<Function>(dlsym(handle, symbol));
    if (result)
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

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_LIBRARY_H

//===- Cache.h - a folder of machine code -----------------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_DEVICECODE_CACHE_H
#define FP8_LIB_TARGET_NVIDIA_DEVICECODE_CACHE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace mlir::fp8 {

/// Returns the hexadecimal digits of a hash of `bytes`, always as many.
std::string getHash(StringRef bytes);

/// Entries of a folder that nobody but this user may write to: they hold code
/// that runs. No link is followed, neither to the folder nor in it.
class Cache {
public:
  /// Makes the folder, for this user alone, unless it is there. Fails where it
  /// is a link or another user may change it.
  static llvm::Expected<Cache> open(StringRef path);

  Cache(Cache &&other)
      : path(std::move(other.path)),
        descriptor(std::exchange(other.descriptor, -1)) {}
  ~Cache();

  /// Nothing where there is no entry, or one that is damaged or that another
  /// user may have written.
  std::optional<std::string> read(StringRef name) const;

  /// Writes an entry whole or not at all, in the place of a damaged one. A
  /// cache that cannot be written costs time only.
  void keep(StringRef name, StringRef bytes) const;

private:
  Cache(StringRef path, int descriptor) : path(path), descriptor(descriptor) {}

  std::string path;
  /// The folder that was checked, whatever its name stands for later.
  int descriptor;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_DEVICECODE_CACHE_H

//===- Cache.h - a folder of machine code -----------------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_DEVICECODE_CACHE_H
#define FP8_LIB_TARGET_NVIDIA_DEVICECODE_CACHE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace mlir::fp8 {

/// Returns a hash of `bytes` as a fixed number of hexadecimal digits.
std::string getHash(StringRef bytes);

/// A folder of entries that only this user may write to, because they hold code
/// that will be executed. Neither the folder nor its entries may be links.
class Cache {
public:
  /// Creates the folder, with access for this user only, unless it exists.
  /// Fails if the folder is a link or another user may modify it.
  static llvm::Expected<Cache> open(StringRef path);

  Cache(Cache &&other)
      : path(std::move(other.path)),
        descriptor(std::exchange(other.descriptor, -1)) {}
  ~Cache();

  /// Returns std::nullopt if there is no entry, if the entry is damaged, or if
  /// another user may have written it.
  std::optional<std::string> read(StringRef name) const;

  /// Writes an entry atomically, replacing a damaged one. Failures to write are
  /// ignored; they only cost time.
  void keep(StringRef name, StringRef bytes) const;

private:
  Cache(StringRef path, int descriptor) : path(path), descriptor(descriptor) {}

  std::string path;
  /// Descriptor of the folder that was checked, even if its name refers to
  /// another folder later.
  int descriptor;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_DEVICECODE_CACHE_H

//===- SafeTensorsHeader.h - The header of a file of named tensors --------===//

#ifndef FP8_RUN_SAFETENSORSHEADER_H
#define FP8_RUN_SAFETENSORSHEADER_H

#include "Files/JsonReader.h"
#include "Files/SafeTensors.h"

#include "llvm/Support/FormatVariadic.h"

#include <optional>

namespace mlir::fp8::run {

/// A tensor as the header describes it.
struct SafeTensors::Entry {
  std::string name;
  RankedTensorType type;
  /// Bytes of the data of the file at which the tensor begins and ends.
  uint64_t begin;
  uint64_t end;
};

/// Parses the header of a safetensors file. The data after the header need not
/// be present.
class SafeTensorsParser {
public:
  using Entry = SafeTensors::Entry;

  SafeTensorsParser(StringRef path, MLIRContext *context)
      : path(path), context(context) {}

  /// Returns the length of the header of a file that begins with `start`.
  llvm::Expected<uint64_t> parseSize(StringRef start);

  /// Returns the tensors in the order of their data. `dataSize` is the size of
  /// the data in bytes, if it is known yet.
  llvm::Expected<std::vector<Entry>> parse(StringRef header,
                                           std::optional<uint64_t> dataSize);

  /// Fails unless the data of `sorted` covers exactly `dataSize` bytes without
  /// gaps or overlaps.
  llvm::Error checkPlaces(ArrayRef<Entry> sorted,
                          std::optional<uint64_t> dataSize);

  /// Returns the error for a file that has `size` bytes after the length field
  /// of a header of `headerSize` bytes.
  llvm::Error endsAfter(uint64_t headerSize, uint64_t size) {
    return fileError("expected a header of {0} bytes, but the file ends after "
                     "{1}: it is incomplete",
                     headerSize, size);
  }

  Metadata metadata;

private:
  template <typename... Args>
  llvm::Error fileError(const char *format, Args &&...args) {
    return llvm::createStringError(
        path + ": " + llvm::formatv(format, std::forward<Args>(args)...).str());
  }
  template <typename... Args>
  llvm::Error tensorError(StringRef name, const char *format, Args &&...args) {
    return fileError("tensor {0}: {1}", quoteName(name),
                     llvm::formatv(format, std::forward<Args>(args)...).str());
  }

  llvm::Error checkNesting(StringRef header);
  llvm::Error takeMetadata(JsonReader &json);
  llvm::Expected<Entry> parseEntry(StringRef name, JsonReader &json);
  llvm::Error parseShape(StringRef name, JsonReader &json,
                         SmallVectorImpl<int64_t> &shape);

  std::string path;
  MLIRContext *context;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_SAFETENSORSHEADER_H

//===- SafeTensors.h - Files of named tensors -----------------------------===//
//
// The safetensors format: eight bytes with the length of a JSON header, the
// header, then the bytes of all tensors without gaps. A file is data from
// elsewhere: whatever it holds, reading gives tensors or one error.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_SAFETENSORS_H
#define FP8_RUN_SAFETENSORS_H

#include "Files/TensorView.h"
#include "fp8/Host/HostTensor.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <vector>

namespace mlir::fp8::run {

/// The key of the header that stands for no tensor.
inline constexpr StringLiteral kMetadataKey = "__metadata__";

/// The strings of `__metadata__`, by name.
using Metadata = std::map<std::string, std::string>;

class SafeTensors {
public:
  static llvm::Expected<SafeTensors> open(StringRef path, MLIRContext *context);

  /// Reads the header of a file alone, however much of the data is there.
  static llvm::Expected<Metadata> readMetadata(StringRef path,
                                               MLIRContext *context);

  /// Checks and takes what `buffer` holds; errors begin with its identifier.
  static llvm::Expected<SafeTensors>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext *context);

  StringRef getPath() const { return buffer->getBufferIdentifier(); }
  /// The JSON, with the spaces after it.
  StringRef getHeader() const { return header; }
  const Metadata &getMetadata() const { return metadata; }
  /// In the order of their data.
  ArrayRef<TensorView> getTensors() const { return tensors; }
  /// Null if there is no such tensor.
  const TensorView *find(StringRef name) const;

  struct Entry;

private:
  /// Takes the names of `entries`. `dataBegin` is the byte of `file` that their
  /// places count from.
  SafeTensors(std::unique_ptr<llvm::MemoryBuffer> file, size_t dataBegin,
              Metadata metadata, MutableArrayRef<Entry> entries);

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  StringRef header;
  Metadata metadata;
  std::vector<TensorView> tensors;
  llvm::StringMap<size_t> indexOfName;
};

struct NamedTensor {
  std::string name;
  const HostTensor *tensor;
};

/// What a safetensors file will hold. The data of every tensor is aligned to
/// its element size, so that a reader may map it. Names are distinct.
struct SafeTensorsContent {
  explicit SafeTensorsContent(ArrayRef<NamedTensor> tensors,
                              const Metadata &metadata = {});

  void write(llvm::raw_ostream &os) const;

  /// The JSON, with the spaces after it.
  std::string header;
  /// In the order of their data.
  std::vector<NamedTensor> tensors;
};

/// A tensor that a file will hold, and where to say so if it cannot.
struct TensorName {
  StringRef name;
  Location loc;
};

/// Fails with a located error unless one file can hold tensors of all `names`.
/// The message calls them `kind`, such as "state", and names the `option` that
/// asks for the file.
LogicalResult checkTensorNames(ArrayRef<TensorName> names, StringRef kind,
                               StringRef option);

/// Writes a safetensors file without metadata.
void writeSafeTensors(llvm::raw_ostream &os, ArrayRef<NamedTensor> tensors);

} // namespace mlir::fp8::run

#endif // FP8_RUN_SAFETENSORS_H

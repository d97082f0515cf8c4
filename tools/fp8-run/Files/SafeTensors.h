//===- SafeTensors.h - Files of named tensors -----------------------------===//
//
// The safetensors format consists of eight bytes with the length of a JSON
// header, the header, and the bytes of all tensors without gaps. Files are
// untrusted input: for any contents, reading returns tensors or exactly one
// error.
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

/// The key of the header that is not a tensor.
inline constexpr StringLiteral kMetadataKey = "__metadata__";

/// The strings of `__metadata__`, by name.
using Metadata = std::map<std::string, std::string>;

class SafeTensors {
public:
  static llvm::Expected<SafeTensors> open(StringRef path, MLIRContext *context);

  /// Reads only the header of a file, even if the data is incomplete.
  static llvm::Expected<Metadata> readMetadata(StringRef path,
                                               MLIRContext *context);

  /// Checks the contents of `buffer` and takes ownership of it. Errors begin
  /// with its identifier.
  static llvm::Expected<SafeTensors>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext *context);

  StringRef getPath() const { return buffer->getBufferIdentifier(); }
  /// Returns the JSON, with the spaces after it.
  StringRef getHeader() const { return header; }
  const Metadata &getMetadata() const { return metadata; }
  /// Returns the tensors in the order of their data.
  ArrayRef<TensorView> getTensors() const { return tensors; }
  /// Returns the tensor `name`, or null if there is none.
  const TensorView *find(StringRef name) const;

  struct Entry;

private:
  /// Takes the names of `entries`. `dataBegin` is the byte of `file` at which
  /// their offsets begin.
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

/// Contents of a safetensors file to be written. The data of every tensor is
/// aligned to its element size, so that a reader may map it. Names are
/// distinct.
struct SafeTensorsContent {
  explicit SafeTensorsContent(ArrayRef<NamedTensor> tensors,
                              const Metadata &metadata = {});

  void write(llvm::raw_ostream &os) const;

  /// The JSON, with the spaces after it.
  std::string header;
  /// The tensors in the order of their data.
  std::vector<NamedTensor> tensors;
};

/// Name of a tensor to be written, with the location for errors about it.
struct TensorName {
  StringRef name;
  Location loc;
};

/// Reports a located error unless one file can contain tensors of all `names`.
/// The message calls them `kind`, such as "state", and names the `option` that
/// requests the file.
LogicalResult checkTensorNames(ArrayRef<TensorName> names, StringRef kind,
                               StringRef option);

/// Writes a safetensors file without metadata.
void writeSafeTensors(llvm::raw_ostream &os, ArrayRef<NamedTensor> tensors);

} // namespace mlir::fp8::run

#endif // FP8_RUN_SAFETENSORS_H

//===- SafeTensors.h - Files of named tensors -----------------------------===//
//
// The safetensors format: eight bytes with the length of a JSON header, the
// header, then the bytes of all tensors without gaps. A file is data from
// elsewhere: whatever it holds, reading gives tensors or one error.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_SAFETENSORS_H
#define FP8_RUN_SAFETENSORS_H

#include "TensorView.h"
#include "fp8/Reference/HostTensor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <vector>

namespace mlir::fp8::run {

class SafeTensors {
public:
  static llvm::Expected<SafeTensors> open(StringRef path, MLIRContext *context);

  /// Checks and takes what `buffer` holds; errors begin with its identifier.
  static llvm::Expected<SafeTensors>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext *context);

  StringRef getPath() const { return buffer->getBufferIdentifier(); }
  /// In the order of their data.
  ArrayRef<TensorView> getTensors() const { return tensors; }
  /// Null if there is no such tensor.
  const TensorView *find(StringRef name) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::vector<TensorView> tensors;
  llvm::StringMap<size_t> indexOfName;
};

struct NamedTensor {
  std::string name;
  const HostTensor *tensor;
};

/// Writes a safetensors file. The data of every tensor is aligned to its
/// element size, so that a reader may map it. Names are distinct.
void writeSafeTensors(llvm::raw_ostream &os, ArrayRef<NamedTensor> tensors);

} // namespace mlir::fp8::run

#endif // FP8_RUN_SAFETENSORS_H

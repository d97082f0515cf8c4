//===- Npy.h - Reading arrays saved by NumPy ------------------------------===//

#ifndef FP8_RUN_NPY_H
#define FP8_RUN_NPY_H

#include "Files/TensorView.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::fp8::run {

/// One array in the .npy format, version 1 or 2, little endian, in C order.
class NpyFile {
public:
  static llvm::Expected<NpyFile> open(StringRef path, MLIRContext *context);

  /// Checks the contents of `buffer` and takes ownership of it. Errors begin
  /// with its identifier.
  static llvm::Expected<NpyFile>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer, MLIRContext *context);

  /// Returns the array. It has no name.
  const TensorView &getArray() const { return array; }

private:
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  TensorView array;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_NPY_H

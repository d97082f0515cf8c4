//===- Toolkit.h - NVIDIA's assembler and bundler ---------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_TOOLKIT_H
#define FP8_TARGET_NVIDIA_TOOLKIT_H

#include "fp8/Target/NVIDIA/Chip.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace mlir::fp8 {

/// Code for one chip, or for that chip and every later one.
struct DeviceImage {
  enum Kind { Cubin, PTX } kind;
  const Chip *chip;
  std::string bytes;
};

/// The programs of an installed CUDA Toolkit, run as processes.
class CUDAToolkit {
public:
  /// Looks for `ptxas` and `fatbinary` in `folder`/bin. If `folder` is empty,
  /// looks in the folder of CUDA_HOME if that is set, else on the PATH and in
  /// the default installation folder. Returns std::nullopt if a program is
  /// missing; this is an error if `folder` is given.
  static llvm::Expected<std::optional<CUDAToolkit>> find(StringRef folder);

  /// Returns the machine code of `ptx`. The output of ptxas becomes the error
  /// message. If the environment variable FP8_CACHE_DIR names a folder, results
  /// are cached there under a hash of the text, the chip and the version of
  /// ptxas. `warn` receives the reason if the folder cannot be used. If code
  /// was compiled, `warnOfSpills` receives each kernel that spills registers
  /// and the number of spilled bytes.
  llvm::Expected<std::string>
  assemble(StringRef ptx, const Chip &chip,
           function_ref<void(StringRef, unsigned)> warnOfSpills,
           function_ref<void(const Twine &)> warn) const;

  /// Returns a fatbin with `images`.
  llvm::Expected<std::string> bundle(ArrayRef<DeviceImage> images) const;

private:
  CUDAToolkit(std::string ptxas, std::string fatbinary)
      : ptxas(std::move(ptxas)), fatbinary(std::move(fatbinary)) {}

  /// Returns the machine code, and the output of ptxas.
  llvm::Expected<std::pair<std::string, std::string>>
  runPtxas(StringRef ptx, const Chip &chip) const;
  llvm::Expected<std::string>
  assembleWithoutCache(StringRef ptx, const Chip &chip,
                       function_ref<void(StringRef, unsigned)> warn) const;

  std::string ptxas, fatbinary;
};

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_TOOLKIT_H

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

/// The programs of a CUDA Toolkit that is installed, run as processes.
class CUDAToolkit {
public:
  /// Looks for `ptxas` and `fatbinary` in `folder`/bin; if `folder` is empty,
  /// in that of CUDA_HOME where the environment has it, else on the PATH and
  /// where packages install. Nothing if one is missing, which is an error for a
  /// `folder` that is given.
  static llvm::Expected<std::optional<CUDAToolkit>> find(StringRef folder);

  /// The machine code of `ptx`. What ptxas said is the error. Where the
  /// environment has FP8_CACHE_DIR, a folder, results are kept there under a
  /// hash of the text, the chip and the version of ptxas; `warn` is told why a
  /// folder is not used. If code was made, `warnOfSpills` gets each kernel that
  /// spills registers, and how many bytes.
  llvm::Expected<std::string>
  assemble(StringRef ptx, const Chip &chip,
           function_ref<void(StringRef, unsigned)> warnOfSpills,
           function_ref<void(const Twine &)> warn) const;

  /// One fatbin of `images`.
  llvm::Expected<std::string> bundle(ArrayRef<DeviceImage> images) const;

private:
  CUDAToolkit(std::string ptxas, std::string fatbinary)
      : ptxas(std::move(ptxas)), fatbinary(std::move(fatbinary)) {}

  /// The machine code, and what ptxas said of it.
  llvm::Expected<std::pair<std::string, std::string>>
  runPtxas(StringRef ptx, const Chip &chip) const;
  llvm::Expected<std::string>
  assembleWithoutCache(StringRef ptx, const Chip &chip,
                       function_ref<void(StringRef, unsigned)> warn) const;

  std::string ptxas, fatbinary;
};

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_TOOLKIT_H

//===- ObjectFile.h - a step as an object file and a header -----*- C++ -*-===//
#ifndef FP8_TARGET_CPU_OBJECTFILE_H
#define FP8_TARGET_CPU_OBJECTFILE_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

/// Options for compiling a step for C hosts.
struct ObjectOptions {
  /// LLVM name of the CPU, such as x86-64-v3; empty for this machine.
  std::string cpu;
  /// Width of a vector register, in bits; 0 for the widest register of the CPU.
  unsigned vectorBits = 0;
  /// Prefix of functions and macros, so that one program can link several
  /// objects with steps.
  std::string prefix;
};

/// An object file that needs only libfp8rt to link, and the declarations of its
/// functions.
struct ObjectFile {
  SmallVector<char, 0> object;
  std::string header;
};

/// Compiles the public functions of `module`, in Scaled or Planned form. Lowers
/// the module in place. `name` is the base name of the files, for the header.
///
/// Errors: an unknown CPU, unsupported vectors, constructs that
/// --fp8-cpu-pipeline rejects, a name that is not a C identifier.
FailureOr<ObjectFile> compileObject(ModuleOp module, StringRef name,
                                    const ObjectOptions &options);

/// Compiles the public functions of `module`, a step in Scaled form that
/// updates a few example tensors, to constants of type fp8rt_update, for any
/// tensors. Lowers the module in place.
///
/// Errors: the errors of compileObject, and ops that depend on the number or
/// the shapes of the tensors.
FailureOr<ObjectFile> compileUpdateKernels(ModuleOp module, StringRef name,
                                           const ObjectOptions &options);

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_OBJECTFILE_H

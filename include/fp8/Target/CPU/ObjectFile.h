//===- ObjectFile.h - A step as an object file and a header -----*- C++ -*-===//
#ifndef FP8_TARGET_CPU_OBJECTFILE_H
#define FP8_TARGET_CPU_OBJECTFILE_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

/// How to compile a step for hosts in C.
struct ObjectOptions {
  /// A CPU that LLVM knows, such as x86-64-v3; empty for this machine.
  std::string cpu;
  /// Bits of a vector register; 0 for the widest that the CPU has.
  unsigned vectorBits = 0;
  /// What the names of functions and macros begin with, as steps of several
  /// objects are in one program.
  std::string prefix;
};

/// Code that links with libfp8rt alone, and the declarations of its functions.
struct ObjectFile {
  SmallVector<char, 0> object;
  std::string header;
};

/// Compiles the public functions of `module`, Scaled or Planned form, which is
/// lowered in place. `name` is that of the files, for the header. Errors: an
/// unknown CPU, vectors that it does not have, what --fp8-cpu-pipeline refuses,
/// a name that C cannot have.
FailureOr<ObjectFile> compileObject(ModuleOp module, StringRef name,
                                    const ObjectOptions &options);

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_OBJECTFILE_H

//===- InitAll.h - every dialect, pass and pipeline of fp8 ------*- C++ -*-===//
//
// For tools and for programs that embed the pipelines. Includes no pass and no
// op, so it takes no time to compile.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_INITALL_H
#define FP8_INITALL_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::fp8 {

/// Registers the dialects of fp8, for a program that has registered the
/// upstream dialects and their extensions.
void registerOwnDialects(DialectRegistry &registry);

/// Registers the upstream dialects and the dialects of fp8.
void registerAllDialects(DialectRegistry &registry);

/// Registers every pass and pipeline of fp8.
void registerAllPasses();

} // namespace mlir::fp8

#endif // FP8_INITALL_H

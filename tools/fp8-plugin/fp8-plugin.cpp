//===- fp8-plugin.cpp - fp8 for other optimizer drivers -------------------===//
//
//   mlir-opt --load-dialect-plugin=FP8Plugin.so --load-pass-plugin=FP8Plugin.so
//     --pass-pipeline='builtin.module(fp8-decompose)'
//
// The passes of a plugin have no flags, because mlir-opt loads a plugin after
// it has parsed its command line.
//
//===----------------------------------------------------------------------===//

#include "fp8/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "FP8", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::fp8::registerOwnDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "FP8", LLVM_VERSION_STRING,
          [] { mlir::fp8::registerAllPasses(); }};
}

//===- ObjectTranslation.cpp - Translations to object files ---------------===//

#include "ObjectTranslation.h"
#include "CUDATranslation.h"
#include "FileTranslation.h"
#include "fp8/Target/NVIDIA/CUDAObject.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct CommandLine {
  llvm::cl::opt<std::string> object{
      "object", llvm::cl::desc("For objects: write NAME.o and NAME.h"),
      llvm::cl::value_desc("NAME")};
  llvm::cl::opt<std::string> cpu{
      "cpu",
      llvm::cl::desc("For objects: the CPU, such as x86-64-v3 (AVX2) or "
                     "x86-64-v4 (AVX-512); default: the CPU of this machine"),
      llvm::cl::value_desc("CPU")};
  llvm::cl::opt<unsigned> vectorBits{
      "vector-bits",
      llvm::cl::desc("For --fp8-to-object: bits of a vector register, 128, 256 "
                     "or 512; default the widest of the CPU"),
      llvm::cl::value_desc("N"), llvm::cl::init(0)};
  llvm::cl::opt<std::string> prefix{
      "prefix",
      llvm::cl::desc("For objects: prefix of names; default: the last part of "
                     "--object and _"),
      llvm::cl::value_desc("P")};
};
} // namespace

/// Returns a C prefix: "layer-2" becomes "layer_2_".
static std::string getPrefix(StringRef name, const CommandLine &line) {
  if (line.prefix.getNumOccurrences() != 0)
    return line.prefix;
  std::string prefix = name.str() + "_";
  for (char &c : prefix)
    if (!llvm::isAlnum(c))
      c = '_';
  return prefix;
}

static CommandLine &getLine() {
  static CommandLine line;
  return line;
}

/// Writes NAME.o and NAME.h from the result of `compile`.
static LogicalResult
translate(ModuleOp module, StringRef translation,
          function_ref<FailureOr<ObjectFile>(StringRef, const ObjectOptions &)>
              compile) {
  const CommandLine &line = getLine();
  if (line.object.empty())
    return mlir::emitError(module.getLoc(), "expected --object=NAME with --")
           << translation << ", the files to write without their suffix";
  StringRef name = llvm::sys::path::filename(line.object);
  FailureOr<ObjectFile> file =
      compile(name, {line.cpu, line.vectorBits, getPrefix(name, line)});
  if (failed(file))
    return failure();
  StringRef object(file->object.data(), file->object.size());
  if (llvm::Error error =
          writeFiles(line.object, {{".o", object}, {".h", file->header}}))
    return mlir::emitError(module.getLoc(), llvm::toString(std::move(error)));
  return success();
}

void fp8::registerObjectTranslation() {
  getLine();
  registerFileTranslation(
      "fp8-to-object",
      "an object file and a C header of the steps of a module in Scaled or "
      "Planned form",
      [](ModuleOp module) {
        return translate(module, "fp8-to-object",
                         [&](StringRef name, const ObjectOptions &options) {
                           return compileObject(module, name, options);
                         });
      });
  registerFileTranslation(
      "fp8-to-update-kernels",
      "an object file and a C header of a step in Scaled form that updates "
      "example tensors, for tensors of any number and shapes",
      [](ModuleOp module) {
        return translate(module, "fp8-to-update-kernels",
                         [&](StringRef name, const ObjectOptions &options) {
                           return compileUpdateKernels(module, name, options);
                         });
      });
  registerFileTranslation(
      "fp8-to-cuda-object",
      "an object file and a C header of the steps of a module in Model or "
      "Scaled form, for NVIDIA GPUs",
      [](ModuleOp module) {
        return translate(module, "fp8-to-cuda-object",
                         [&](StringRef name, const ObjectOptions &options) {
                           return compileCUDAObject(module, name, options,
                                                    getCUDAFileOptions());
                         });
      });
}

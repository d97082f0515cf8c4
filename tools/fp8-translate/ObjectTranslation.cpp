//===- ObjectTranslation.cpp - --fp8-to-object ----------------------------===//

#include "ObjectTranslation.h"
#include "OutputFile.h"
#include "fp8/Execution/ObjectFile.h"
#include "fp8/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct CommandLine {
  llvm::cl::opt<std::string> object{
      "object", llvm::cl::desc("For --fp8-to-object: write NAME.o and NAME.h"),
      llvm::cl::value_desc("NAME")};
  llvm::cl::opt<std::string> cpu{
      "cpu",
      llvm::cl::desc("For --fp8-to-object: the CPU, such as x86-64-v3 (AVX2) "
                     "or x86-64-v4 (AVX-512); default this machine's"),
      llvm::cl::value_desc("CPU")};
  llvm::cl::opt<unsigned> vectorBits{
      "vector-bits",
      llvm::cl::desc("For --fp8-to-object: bits of a vector register, 128, 256 "
                     "or 512; default the widest of the CPU"),
      llvm::cl::value_desc("N"), llvm::cl::init(0)};
};
} // namespace

/// Both files or none: the second one fails before the first is in its place,
/// or takes it along.
static llvm::Error writeFiles(StringRef name, const ObjectFile &file) {
  auto object = run::OutputFile::create((name + ".o").str());
  if (!object)
    return object.takeError();
  auto header = run::OutputFile::create((name + ".h").str());
  if (!header)
    return header.takeError();
  object->os() << StringRef(file.object.data(), file.object.size());
  header->os() << file.header;
  if (llvm::Error error = header->check())
    return error;
  if (llvm::Error error = object->keep())
    return error;
  if (llvm::Error error = header->keep()) {
    llvm::sys::fs::remove(object->getPath());
    return error;
  }
  return llvm::Error::success();
}

static LogicalResult translate(ModuleOp module, const CommandLine &line) {
  if (line.object.empty())
    return mlir::emitError(module.getLoc(),
                           "expected --object=NAME with --fp8-to-object, the "
                           "files to write without their suffix");
  run::ignoreFileSizeSignal();
  FailureOr<ObjectFile> file =
      compileObject(module, llvm::sys::path::filename(line.object),
                    {line.cpu, line.vectorBits});
  if (failed(file))
    return failure();
  if (llvm::Error error = writeFiles(line.object, *file))
    return mlir::emitError(module.getLoc(), llvm::toString(std::move(error)));
  return success();
}

void fp8::registerObjectTranslation() {
  static CommandLine line;
  static TranslateFromMLIRRegistration toObject(
      "fp8-to-object",
      "an object file and a C header of the steps of a module in form 2 or 4b",
      [](Operation *op, raw_ostream &) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        if (!module)
          return op->emitError("expected a module");
        return translate(module, line);
      },
      [](DialectRegistry &registry) {
        mlir::registerAllDialects(registry);
        mlir::registerAllExtensions(registry);
        fp8::registerAllDialects(registry);
      });
}

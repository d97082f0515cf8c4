//===- FileTranslation.cpp - modules to files -----------------------------===//

#include "FileTranslation.h"
#include "OutputFile.h"
#include "Support/Dialects.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::registerFileTranslation(
    StringRef name, StringRef description,
    std::function<LogicalResult(ModuleOp)> translate) {
  TranslateFromMLIRRegistration registration(
      name, description,
      [translate = std::move(translate)](Operation *op,
                                         raw_ostream &) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        if (!module)
          return op->emitError("expected a module");
        run::ignoreFileSizeSignal();
        return translate(module);
      },
      [](DialectRegistry &registry) { registerDialectsOfTools(registry); });
}

/// Files fail before the first one is in its place, or take along those that
/// are.
llvm::Error
fp8::writeFiles(StringRef name,
                ArrayRef<std::pair<StringRef, StringRef>> suffixesAndContents) {
  std::vector<run::OutputFile> files;
  for (auto [suffix, contents] : suffixesAndContents) {
    auto file = run::OutputFile::create((name + suffix).str());
    if (!file)
      return file.takeError();
    files.push_back(std::move(*file));
    files.back().os() << contents;
  }
  for (run::OutputFile &file : files)
    if (llvm::Error error = file.check())
      return error;
  for (size_t i = 0; i < files.size(); ++i)
    if (llvm::Error error = files[i].keep()) {
      for (size_t kept = 0; kept < i; ++kept)
        llvm::sys::fs::remove(files[kept].getPath());
      return error;
    }
  return llvm::Error::success();
}

//===- FileTranslation.cpp - Translations of modules to files -------------===//

#include "FileTranslation.h"
#include "Files/OutputFile.h"
#include "Files/TemporaryFile.h"
#include "fp8/InitAll.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/FileSystem.h"
#include <optional>

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
      [](DialectRegistry &registry) { fp8::registerAllDialects(registry); });
}

namespace {
/// A copy of the file at a path, which can be restored.
class Backup {
public:
  static llvm::Expected<Backup> create(StringRef path);

  void restore() {
    if (copy)
      llvm::consumeError(copy->keep(path));
    else if (!isDevice)
      llvm::sys::fs::remove(path);
    copy.reset();
  }

private:
  Backup() = default;

  std::string path;
  bool isDevice = false;
  std::optional<run::TemporaryFile> copy;
};
} // namespace

llvm::Expected<Backup> Backup::create(StringRef path) {
  Backup backup;
  backup.path = path.str();
  if (!llvm::sys::fs::exists(path))
    return backup;
  // An unnamed pipe has no path either.
  backup.isDevice = !llvm::sys::fs::is_regular_file(path);
  if (backup.isDevice)
    return backup;
  SmallString<128> target;
  if (std::error_code code = llvm::sys::fs::real_path(path, target))
    return llvm::createFileError(path, code);
  backup.path = target.str().str();
  auto copy = run::TemporaryFile::create(target, ".before");
  if (!copy)
    return copy.takeError();
  backup.copy = std::move(*copy);
  if (std::error_code code =
          llvm::sys::fs::copy_file(target, backup.copy->getDescriptor()))
    return llvm::createFileError(path, code);
  return backup;
}

/// Writes all files, or restores the files that existed before.
llvm::Error
fp8::writeFiles(StringRef name,
                ArrayRef<std::pair<StringRef, StringRef>> suffixesAndContents) {
  std::vector<std::string> paths;
  for (auto [suffix, contents] : suffixesAndContents)
    paths.push_back((name + suffix).str());
  if (llvm::Error error = run::checkDistinctFiles(
          llvm::to_vector_of<StringRef>(paths), /*inputs=*/{}))
    return error;
  std::vector<run::OutputFile> files;
  std::vector<Backup> backups;
  for (auto [path, suffixAndContents] :
       llvm::zip_equal(paths, suffixesAndContents)) {
    auto file = run::OutputFile::create(path);
    if (!file)
      return file.takeError();
    auto backup = Backup::create(path);
    if (!backup)
      return backup.takeError();
    backups.push_back(std::move(*backup));
    files.push_back(std::move(*file));
    files.back().os() << suffixAndContents.second;
  }
  for (run::OutputFile &file : files)
    if (llvm::Error error = file.check())
      return error;
  for (size_t i = 0; i < files.size(); ++i)
    if (llvm::Error error = files[i].keep()) {
      for (size_t kept = 0; kept < i; ++kept)
        backups[kept].restore();
      return error;
    }
  return llvm::Error::success();
}

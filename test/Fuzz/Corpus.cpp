//===- Corpus.cpp - the modules that are mutated --------------------------===//

#include "Corpus.h"
#include "Random.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

/// Maximum size of a section. Larger sections take too much time.
static constexpr size_t maxSectionBytes = 64 << 10;

ModuleOp Section::getModule(MLIRContext *context) {
  if (!isRead) {
    isRead = true;
    ScopedDiagnosticHandler ignore(context,
                                   [](Diagnostic &) { return success(); });
    context->allowUnregisteredDialects(allowsUnregistered);
    module = parseSourceString<ModuleOp>(text, context);
    if (module && module->getBody()->empty())
      module = nullptr;
  }
  return *module;
}

static FailureOr<std::vector<std::string>>
findFiles(ArrayRef<std::string> paths) {
  std::vector<std::string> files;
  for (const std::string &path : paths) {
    if (!llvm::sys::fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator it(path, error), end;
         it != end && !error; it.increment(error))
      if (llvm::sys::path::extension(it->path()) == ".mlir")
        files.push_back(it->path());
    if (error) {
      llvm::WithColor::error() << path << ": " << error.message() << "\n";
      return failure();
    }
  }
  return files;
}

static bool isSeparator(StringRef line) {
  return line.starts_with("// -----") || line.starts_with("//--- ");
}

/// Appends the sections of a file. The RUN lines of the file apply to all
/// sections.
static void splitFile(StringRef file, StringRef text, Corpus &corpus) {
  std::vector<Pipeline> pipelines = readRunLines(text);
  bool allowsUnregistered = text.contains("--allow-unregistered-dialect");
  std::string section;
  auto add = [&] {
    bool isEmpty = StringRef(section).trim().empty();
    if (!isEmpty && section.size() <= maxSectionBytes) {
      Section &added = corpus.emplace_back();
      added.file = file.str();
      added.text = section;
      added.pipelines = pipelines;
      added.allowsUnregistered = allowsUnregistered;
    }
    section.clear();
  };
  for (StringRef line : llvm::split(text, '\n')) {
    if (isSeparator(line))
      add();
    else if (!line.ltrim().starts_with("//"))
      section += (line + "\n").str();
  }
  add();
}

FailureOr<Corpus> fuzz::readCorpus(ArrayRef<std::string> paths, uint64_t seed) {
  FailureOr<std::vector<std::string>> files = findFiles(paths);
  if (failed(files))
    return failure();
  Corpus corpus;
  for (const std::string &file : *files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) {
      llvm::WithColor::error()
          << file << ": " << buffer.getError().message() << "\n";
      return failure();
    }
    splitFile(file, (*buffer)->getBuffer(), corpus);
  }
  llvm::sort(corpus, [&](const Section &a, const Section &b) {
    uint64_t first = mixSeed(seed, a.text), second = mixSeed(seed, b.text);
    return std::tie(first, a.file) < std::tie(second, b.file);
  });
  return corpus;
}

//===- Spills.cpp - registers that ptxas spills ---------------------------===//

#include "Spills.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::fp8;

/// Maximum number of registers per thread, on every chip.
static constexpr unsigned kMaxRegisters = 255;

/// Returns the number before `unit` in `line`, or 0.
static unsigned getNumberBefore(llvm::StringRef line, llvm::StringRef unit) {
  unsigned number = 0;
  llvm::StringRef before = line.take_front(line.find(unit)).rtrim();
  before.take_back(before.size() - (before.find_last_of(" \t,") + 1))
      .getAsInteger(10, number);
  return number;
}

llvm::SmallVector<SpilledKernel> mlir::fp8::findSpills(llvm::StringRef log) {
  llvm::SmallVector<SpilledKernel> kernels;
  std::string name;
  unsigned bytes = 0;
  for (llvm::StringRef line : llvm::split(log, '\n')) {
    if (line.contains("Compiling entry function")) {
      name = line.split('\'').second.split('\'').first.str();
      bytes = 0;
    } else if (line.contains(" bytes spill stores")) {
      bytes = getNumberBefore(line, " bytes spill stores");
    } else if (line.contains(" registers") && bytes != 0 && !name.empty()) {
      kernels.push_back({name, getNumberBefore(line, " registers"), bytes});
      name.clear();
    }
  }
  return kernels;
}

unsigned mlir::fp8::countSpilledBytes(llvm::ArrayRef<SpilledKernel> kernels) {
  unsigned bytes = 0;
  for (const SpilledKernel &kernel : kernels)
    bytes += kernel.bytes;
  return bytes;
}

std::string
mlir::fp8::boundSpilledKernels(llvm::StringRef ptx,
                               llvm::ArrayRef<SpilledKernel> kernels) {
  std::string text = ptx.str();
  bool isAny = false;
  for (const SpilledKernel &kernel : kernels) {
    if (kernel.registers >= kMaxRegisters)
      continue;
    size_t entry = text.find(".entry " + kernel.name + "(");
    size_t body = entry == text.npos ? entry : text.find("\n{", entry);
    if (body == text.npos ||
        llvm::StringRef(text).slice(entry, body).contains(".minnctapersm"))
      continue;
    text.insert(body, "\n.minnctapersm 1");
    isAny = true;
  }
  return isAny ? text : std::string();
}

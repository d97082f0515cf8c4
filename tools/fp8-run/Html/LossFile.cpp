//===- LossFile.cpp - Losses of an earlier run ----------------------------===//

#include "Html/LossFile.h"

#include "Files/InputFile.h"
#include "Files/TensorView.h"

#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

#include <limits>

using namespace mlir;
using namespace mlir::fp8;

llvm::Expected<std::vector<double>> run::readLosses(StringRef path) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  auto buffer = file->readRest("");
  if (!buffer)
    return buffer.takeError();
  std::vector<double> losses;
  for (llvm::line_iterator line(**buffer), end; line != end; ++line) {
    if (line.line_number() == 1 && *line == "step,loss,seconds")
      continue;
    auto [step, rest] = line->split(',');
    StringRef text = rest.split(',').first;
    double loss = std::numeric_limits<double>::quiet_NaN();
    size_t number = 0;
    if (step.getAsInteger(10, number) || number != losses.size() ||
        (!text.empty() && text.getAsDouble(loss)))
      return llvm::createStringError(
          "expected %s to have lines step,loss,seconds, as --csv writes them, "
          "but line %lld is %s",
          path.str().c_str(), static_cast<long long>(line.line_number()),
          quoteName(*line).c_str());
    losses.push_back(loss);
  }
  return losses;
}

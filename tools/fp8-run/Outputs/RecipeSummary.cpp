//===- RecipeSummary.cpp - The line about FP8 at the end of a run ---------===//

#include "Outputs/RecipeSummary.h"

#include "Messages.h"

#include "fp8/Analysis/KernelTraffic.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Prints a number of bytes with three digits.
static void printSize(raw_ostream &os, int64_t bytes) {
  constexpr StringLiteral units[] = {"B", "kB", "MB", "GB"};
  auto size = static_cast<double>(bytes);
  size_t unit = 0;
  for (; size >= 1000 && unit + 1 < std::size(units); ++unit)
    size /= 1000;
  os << llvm::format("%.3g ", size) << units[unit];
}

std::string run::summarizeRecipe(const Options &options,
                                 const ProductCounts &products,
                                 const Signature &signature,
                                 std::optional<int64_t> saturations) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "recipe " << stringifyChoice(options.train->recipe.getValue()) << ": ";
  products.print(os);
  int64_t bytes = 0;
  for (const Argument &argument : signature.arguments)
    if (argument.updatedBy)
      bytes += getBytes(argument.type);
  os << "; states ";
  printSize(os, bytes);
  if (options.getNumRanks() > 1)
    os << " per rank";
  if (saturations)
    os << "; " << *saturations << " saturations";
  return text;
}

void run::noteMissing(const Options &options, const ProductCounts &products,
                      const Signature &signature) {
  Recipe recipe = options.train->recipe;
  if (recipe != Recipe::None && products.getTotal() == 0)
    note() << "the step has no matmul to quantize: --recipe="
           << stringifyChoice(recipe) << " changes nothing\n";
  if (!signature.loss)
    note() << "no result of the step is known to be the loss; --loss names it "
              "by number or name\n";
}

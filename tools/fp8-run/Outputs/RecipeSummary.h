//===- RecipeSummary.h - The line about FP8 at the end of a run -*- C++ -*-===//

#ifndef FP8_RUN_RECIPESUMMARY_H
#define FP8_RUN_RECIPESUMMARY_H

#include "Graph/Signature.h"
#include "Options/Options.h"
#include "fp8/Analysis/ProductCounts.h"

namespace mlir::fp8::run {

/// Returns a line with the recipe, the products in FP8, the size of the states,
/// and the saturations if they were counted.
std::string summarizeRecipe(const Options &options,
                            const ProductCounts &products,
                            const Signature &signature,
                            std::optional<int64_t> saturations);

/// Prints notes on a step without matmuls or without loss.
void noteMissing(const Options &options, const ProductCounts &products,
                 const Signature &signature);

} // namespace mlir::fp8::run

#endif // FP8_RUN_RECIPESUMMARY_H

//===- ProductCounts.cpp - matmuls of a step, by precision ----------------===//

#include "fp8/Analysis/ProductCounts.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/SourceName.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if both operands of a contraction have 8-bit elements. A wide
/// type makes contractions of bf16 operands.
static bool isInFP8(ContractOp op) {
  return llvm::all_of(ValueRange{op.getLhs(), op.getRhs()}, [](Value operand) {
    return getElementTypeOrSelf(operand).getIntOrFloatBitWidth() == 8;
  });
}

ProductCounts ProductCounts::compute(func::FuncOp step) {
  ProductCounts counts;
  step.walk([&](Operation *op) {
    auto contract = dyn_cast<ContractOp>(op);
    std::optional<Contraction> match;
    if (!contract && isa<linalg::LinalgOp>(op))
      match = matchContraction(op);
    if (!contract && !match)
      return;
    // A step that was written by hand has no names.
    counts.areNamed |= !getAddedName(op->getLoc()).empty();
    Count &count = match && match->kind == ContractionKind::Convolution
                       ? counts.convolutions
                   : isOfLayer(op->getLoc()) ? counts.linear
                                             : counts.other;
    ++count.total;
    count.inFP8 += contract && isInFP8(contract);
  });
  return counts;
}

void ProductCounts::print(raw_ostream &os) const {
  if (linear.inFP8 + other.inFP8 + convolutions.inFP8 == 0) {
    os << "no product in FP8";
    return;
  }
  if (!areNamed) {
    os << linear.inFP8 + other.inFP8 << " of " << getTotal()
       << " products in FP8";
    return;
  }
  os << linear.inFP8 << " of " << linear.total << " linear products in FP8";
  const std::pair<const Count &, StringRef> others[] = {
      {other, "products without a weight"}, {convolutions, "convolutions"}};
  std::string text;
  llvm::raw_string_ostream list(text);
  llvm::ListSeparator separator(", ");
  for (const auto &[count, name] : others) {
    if (count.total == 0)
      continue;
    list << StringRef(separator) << count.total << ' ' << name;
    if (count.inFP8 == 0)
      list << " wide";
    else
      list << ", " << count.inFP8 << " of them in FP8";
  }
  if (!text.empty())
    os << " (" << text << ')';
}

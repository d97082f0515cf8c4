//===- FP8Folds.cpp - folds and canonicalizations of fp8 ops --------------===//

#include "fp8/IR/FP8.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::fp8;

OpFoldResult ConvertOp::fold(FoldAdaptor) { return {}; }

void QuantizeOp::getCanonicalizationPatterns(RewritePatternSet &,
                                             MLIRContext *) {}
void DequantizeOp::getCanonicalizationPatterns(RewritePatternSet &,
                                               MLIRContext *) {}
void AmaxOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {}
void ContractOp::getCanonicalizationPatterns(RewritePatternSet &,
                                             MLIRContext *) {}

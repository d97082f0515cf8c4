//===- AttentionBuilder.h - ops of attention from a match -------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_ATTENTION_ATTENTIONBUILDER_H
#define FP8_LIB_RAISE_ATTENTION_ATTENTIONBUILDER_H

#include "AttentionMatch.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Replaces the contractions of `match` by attention ops. The ops that only
/// they read become dead. Returns an empty string on success, or the reason why
/// nothing was changed.
StringRef buildAttention(RewriterBase &rewriter, AttentionMatch &match);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_ATTENTIONBUILDER_H

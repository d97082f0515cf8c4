//===- AttentionBuilder.h - ops of attention from a match -------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_ATTENTION_ATTENTIONBUILDER_H
#define FP8_LIB_RAISE_ATTENTION_ATTENTIONBUILDER_H

#include "AttentionMatch.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Replaces the products of `match` by ops of attention. What only they read is
/// dead afterwards. Returns an empty string, or why nothing changed.
StringRef buildAttention(RewriterBase &rewriter, AttentionMatch &match);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_ATTENTIONBUILDER_H

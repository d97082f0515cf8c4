//===- AttentionMatch.h - attention found in a graph ------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_ATTENTION_ATTENTIONMATCH_H
#define FP8_LIB_RAISE_ATTENTION_ATTENTIONMATCH_H

#include "Monomials.h"
#include "PairReaders.h"

namespace mlir::fp8 {

/// One attention: the softmax of rows of a function of the products of queries
/// and keys, multiplied by values; and its gradients, if the graph has them.
class AttentionMatch {
public:
  /// Matches the softmax whose sums of rows `sumOp` computes. `pairs` is the
  /// number of the operand that holds the elements of rows.
  AttentionMatch(linalg::LinalgOp sumOp, unsigned pairs, unsigned key);

  enum class Outcome {
    /// Not a softmax that a product reads.
    Unrelated,
    /// The pattern ends at `where`, for `reason`.
    Kept,
    Matched
  };
  Outcome run();

  Operation *where = nullptr;
  std::string reason;

  PairSpace space;
  std::unique_ptr<ElementExprs> exprs;
  AccessedTensor q, k, v, grad;
  /// Results, after layout ops that the ops of attention make unnecessary.
  AccessedTensor o, dqResult, dkResult, dvResult;
  /// Products of the forward pass: scores and output.
  std::optional<AccessedProduct> scores, output;
  /// Products of the backward pass: gradients of the probabilities, of q, of k
  /// and of v. All or none are there.
  std::optional<AccessedProduct> change, dq, dk, dv;
  /// The product of a query and a key, and the function of it that the softmax
  /// reads.
  ElementExpr *score = nullptr, *newScore = nullptr;
  /// The factor of the probability.
  Monomial factor;
  /// The derivative of `newScore` by `score`, as a sum.
  SmallVector<Monomial> derivative;
  /// Ops that nothing reads once the products are replaced.
  llvm::DenseSet<Operation *> dead;

private:
  AttentionMatch(PairSpace space, linalg::LinalgOp sumOp, unsigned pairs)
      : space(std::move(space)), sumOp(sumOp), pairs(pairs) {}

  Outcome attempt();
  Outcome keep(Operation *op, StringRef why) {
    where = op;
    reason = why;
    return Outcome::Kept;
  }
  /// Splits `exp(x)` into the new score and a shift that the rows share.
  ElementExpr *getNewScore(ElementExpr *power);
  bool matchScores();
  bool matchOutput(ArrayRef<PairReader> readers);
  bool matchBackward(ArrayRef<PairReader> readers);
  /// Compares the terms of the gradient of the scores with those of a softmax.
  bool matchDerivative(ElementExpr *gradient, ElementExpr *changes);
  bool matchGradients();
  bool isForgotten();
  /// Sets the results, and checks that maps can express every access.
  bool matchLayouts();
  bool fail(Operation *op, StringRef why) {
    keep(op, why);
    return false;
  }
  /// Returns true if `condition` holds for rows whose new scores are all
  /// negative infinity or, if `isNegated`, for all other rows.
  bool isEmptyRow(ElementExpr *condition, bool isNegated);
  /// Removes masks of rows without a score from `monomial`, a multiple of the
  /// probabilities, which are 0 there.
  void dropEmptyRows(Monomial &monomial);
  /// Returns the product of probability and factor that `expr` is, or none.
  std::optional<Monomial> getFactorOf(ElementExpr *expr);
  bool areSame(const AccessedTensor &a, const AccessedTensor &b) {
    return space.trace(a, /*throughCasts=*/true) ==
           space.trace(b, /*throughCasts=*/true);
  }

  linalg::LinalgOp sumOp;
  unsigned pairs;
  ElementExpr *sum = nullptr, *power = nullptr;
  Operation *gradientOp = nullptr;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_ATTENTIONMATCH_H

//===- AttentionMatch.h - attention found in a graph ------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_ATTENTION_ATTENTIONMATCH_H
#define FP8_LIB_RAISE_ATTENTION_ATTENTIONMATCH_H

#include "Monomials.h"
#include "PairReaders.h"

namespace mlir::fp8 {

/// Matches one attention: the contraction of queries and keys, a function of
/// each product, the softmax of the rows, and the contraction with the values.
/// Also matches its gradients if the graph computes them.
class AttentionMatch {
public:
  /// Starts from `sumOp`, which computes the row sums of the softmax. `pairs`
  /// is the number of its operand with the row elements, and `key` is the
  /// dimension of that operand that enumerates the keys.
  AttentionMatch(linalg::LinalgOp sumOp, unsigned pairs, unsigned key);

  enum class Outcome {
    /// There is no softmax that a contraction reads.
    Unrelated,
    /// The ops stay: the pattern does not match at `where`, because of
    /// `reason`.
    Kept,
    Matched
  };
  Outcome run();

  Operation *where = nullptr;
  std::string reason;

  PairSpace space;
  std::unique_ptr<ElementExprs> exprs;
  AccessedTensor q, k, v, grad;
  /// Results, after the layout ops that the attention op makes unnecessary.
  AccessedTensor o, dqResult, dkResult, dvResult;
  /// Contractions of the forward pass, which compute the scores and the output.
  std::optional<AccessedProduct> scores, output;
  /// Contractions of the backward pass, which compute the gradients of the
  /// probabilities, of q, of k and of v. Either all or none of them exist.
  std::optional<AccessedProduct> change, dq, dk, dv;
  /// The product of a query and a key, and the function of it to which the
  /// softmax is applied.
  ElementExpr *score = nullptr, *newScore = nullptr;
  /// The factor by which the probability is multiplied, such as a dropout mask.
  Monomial factor;
  /// The derivative of `newScore` with respect to `score`, as a sum.
  SmallVector<Monomial> derivative;
  /// Ops that become dead when the contractions are replaced.
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
  /// Returns the new score if `power` is `exp(score - shift)` with the shift by
  /// the row maximum, else the whole exponent.
  ElementExpr *getNewScore(ElementExpr *power);
  bool matchScores();
  bool matchOutput(ArrayRef<PairReader> readers);
  bool matchBackward(ArrayRef<PairReader> readers);
  /// Matches the gradient of the scores with the gradient of a softmax, and
  /// sets `derivative`.
  bool matchDerivative(ElementExpr *gradient, ElementExpr *changes);
  bool matchGradients();
  bool isForgotten();
  /// Sets the results, and checks that indexing maps can express all accesses.
  bool matchLayouts();
  bool fail(Operation *op, StringRef why) {
    keep(op, why);
    return false;
  }
  /// Returns true if `condition` is true exactly for rows in which all new
  /// scores are negative infinity; if `isNegated`, exactly for all other rows.
  bool isEmptyRow(ElementExpr *condition, bool isNegated);
  /// Removes masks that are 0 only in rows without a finite score. `monomial`
  /// is a multiple of the probabilities, which are 0 there, so the masks have
  /// no effect.
  void dropEmptyRows(Monomial &monomial);
  /// Returns the factor if `expr` is the product of the probability and a
  /// factor, else std::nullopt.
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

//===- StepExchanges.h - exchanges of a step --------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STEPEXCHANGES_H
#define FP8_ANALYSIS_STEPEXCHANGES_H

#include "fp8/Analysis/RankSizes.h"

#include <set>
#include <vector>

namespace mlir::fp8 {

/// The purpose of an exchange.
enum class ExchangeUse {
  /// Sends rows of states, or their codes, to ranks that read all rows.
  Parameters,
  /// Sums tensors with the shape of a state, such as gradients, over ranks.
  Gradients,
  /// Sends losses, amaxes, block sums, and other small values.
  Scalars,
};
inline constexpr unsigned kNumExchangeUses = 3;
StringRef getUseName(ExchangeUse use);

/// The number of calls and of bytes of the exchanges of one use.
struct ExchangeTotals {
  int64_t calls = 0;
  /// Bytes that the first rank sends, and bytes that all ranks send.
  int64_t sentBytes = 0, allSentBytes = 0;
};

/// Statistics of the exchanges of a function in Planned form.
struct StepExchanges {
  StepExchanges(const StepOrder &order, const RankSizes &sizes,
                func::FuncOp function);

  /// Returns the use of an exchange, which is the use of its largest operand.
  ExchangeUse getUse(ArrayRef<ExchangeOperand> operands, bool isGather) const;

  /// Returns the mean number of bytes of `use` that a rank sends, divided by
  /// the number of parameters and by (N-1)/N, for N ranks.
  double getBytesPerParameter(ExchangeUse use) const;

  ExchangeTotals totals[kNumExchangeUses];
  /// The number of elements of all parameters over all ranks.
  int64_t numParameters = 0;
  int64_t numRanks = 1;
  /// The number of exchanges in the longest chain of dependent exchanges, and
  /// the largest number of exchanges of scalars in a chain.
  int64_t rounds = 0, scalarRounds = 0;
  /// The minimum and the maximum over ranks of the bytes that a rank sends.
  int64_t leastSentBytes = 0, mostSentBytes = 0;

private:
  /// Returns the use of a single operand.
  ExchangeUse getUse(const ExchangeOperand &operand, bool isGather) const;
  void addParameters(func::FuncOp function);
  void addExchange(Operation *exchange, const RankSizes &sizes,
                   std::vector<int64_t> &sentBytes);
  void addRounds(const StepOrder &order, const RankSizes &sizes);

  /// The shapes of the parameters, with the rows of all ranks.
  std::set<std::vector<int64_t>> shapes;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STEPEXCHANGES_H

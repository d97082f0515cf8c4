//===- StepExchanges.h - exchanges of a step --------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STEPEXCHANGES_H
#define FP8_ANALYSIS_STEPEXCHANGES_H

#include "fp8/Analysis/RankSizes.h"

#include <set>
#include <vector>

namespace mlir::fp8 {

/// The values that an exchange moves.
enum class ExchangeUse {
  /// Rows of states, or codes of them, to ranks that read all rows.
  Parameters,
  /// Sums over ranks of tensors of the shape of a state, such as gradients.
  Gradients,
  /// Losses, amaxes, sums of blocks, and other values of few bytes.
  Scalars,
};
inline constexpr unsigned kNumExchangeUses = 3;
StringRef getUseName(ExchangeUse use);

/// Calls and bytes of the exchanges of one use.
struct ExchangeTotals {
  int64_t calls = 0;
  /// Bytes that the first rank sends, and bytes that all ranks send.
  int64_t sentBytes = 0, allSentBytes = 0;
};

/// The exchanges of a function of Planned form.
struct StepExchanges {
  StepExchanges(const StepOrder &order, const RankSizes &sizes,
                func::FuncOp function);

  /// Returns the use of an exchange, which its largest operand determines.
  ExchangeUse getUse(ArrayRef<ExchangeOperand> operands, bool isGather) const;

  /// Returns the bytes of `use` that a rank sends on average, divided by the
  /// number of parameters and by (N-1)/N, where N is the number of ranks.
  double getBytesPerParameter(ExchangeUse use) const;

  ExchangeTotals totals[kNumExchangeUses];
  /// Elements of all parameters, whole.
  int64_t numParameters = 0;
  int64_t numRanks = 1;
  /// Length of the longest chain of dependent exchanges, and the largest number
  /// of exchanges of scalars in one chain.
  int64_t rounds = 0, scalarRounds = 0;
  /// The least and the most bytes that a rank sends.
  int64_t leastSentBytes = 0, mostSentBytes = 0;

private:
  /// Returns the use of `operand` alone.
  ExchangeUse getUse(const ExchangeOperand &operand, bool isGather) const;
  void addParameters(func::FuncOp function);
  void addExchange(Operation *exchange, const RankSizes &sizes,
                   std::vector<int64_t> &sentBytes);
  void addRounds(const StepOrder &order, const RankSizes &sizes);

  /// Shapes of whole parameters.
  std::set<std::vector<int64_t>> shapes;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STEPEXCHANGES_H

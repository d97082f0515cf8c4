//===- Source.h - Sources of argument values ------------------------------===//

#ifndef FP8_RUN_SOURCE_H
#define FP8_RUN_SOURCE_H

#include "fp8/Host/HostTensor.h"

#include <string>

namespace mlir::fp8::run {

/// The value of one argument at any step, or the reason why there is none.
struct Source {
  enum class Kind {
    Missing,  // no value; `text` says how to specify one
    Value,    // `value`, or `integer` if present, in every element
    Counter,  // the same plus the number of the batch
    File,     // `bytes`, named by `text`: one tensor, or `numSlices` of them
    Computed, // a function computes it before the run, named by `text`
    Normal,   // N(0, `high`), from `seed`
    Uniform   // in [`low`, `high`), from `seed`
  };

  static Source missing(std::string remedy);
  static Source fill(double value);
  static Source count(double start);
  static Source normal(uint64_t seed, double deviation);
  static Source uniform(uint64_t seed, double low, double high);

  bool isMissing() const { return kind == Kind::Missing; }

  /// Returns true if the value differs between steps.
  bool varies() const {
    return kind == Kind::Counter ||
           (kind == Kind::File && getBatchesPerStep() % numSlices != 0);
  }

  /// Returns the number of batches that all ranks use in a step.
  int64_t getBatchesPerStep() const { return numBatches * numRanks; }

  /// Returns the number of the first batch that this rank uses at `step`.
  int64_t getFirstBatch(int64_t step) const {
    return (step * numRanks + rank) * numBatches;
  }

  /// Writes the value at `step` to `tensor`, for the argument `name`.
  void write(HostTensor &tensor, StringRef name, int64_t step) const;

  /// Copies the rows of this rank from `whole` to `part`.
  void copyRows(const HostTensor &whole, HostTensor &part) const;

  /// Describes the value, for --explain.
  std::string describe(RankedTensorType type) const;

  /// Describes the value with a hash of the data of a file instead of its path.
  /// Sources that give the same values have equal descriptions.
  std::string identify(RankedTensorType type) const;

private:
  void count(HostTensor &tensor, int64_t step) const;
  void copySlices(HostTensor &tensor, int64_t step) const;
  std::string describeSlices() const;

public:
  Kind kind = Kind::Missing;
  double value = 0;
  std::optional<int64_t> integer;
  uint64_t seed = 0;
  double low = 0;
  double high = 0;
  ArrayRef<char> bytes;
  int64_t numSlices = 1;
  /// Number of consecutive batches that a rank uses in a step, along the first
  /// dimension. Without ranks, step `k` starts with batch `k * numBatches`.
  int64_t numBatches = 1;
  /// Number of ranks that use batches in turn, and the number of this rank.
  int64_t numRanks = 1, rank = 0;
  std::string text;

  /// Rows of a tensor that the source gives as a whole.
  struct Rows {
    RankedTensorType whole;
    /// The number of ranks that hold rows, and the position of this rank.
    int64_t numRanks, position = 0;
  };
  std::optional<Rows> rows;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_SOURCE_H

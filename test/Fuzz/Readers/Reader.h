//===- Reader.h - what reads files of others --------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_READERS_READER_H
#define FP8_TEST_FUZZ_READERS_READER_H

#include "mlir/Support/LLVM.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
}

namespace mlir::fp8::fuzz {

/// A reader under test, for libFuzzer and for our own damage.
class Reader {
public:
  virtual ~Reader() = default;

  virtual StringRef getName() const = 0;

  /// Returns files that are not damaged.
  virtual std::vector<std::string> getSeeds() = 0;

  /// Returns whether `bytes` are accepted, with the message if they are not.
  /// What is accepted is read to its last byte.
  virtual bool read(StringRef bytes, std::string &message) = 0;

  /// Makes lengths agree again with damaged bytes, so that damage reaches what
  /// lies behind the check of a length.
  virtual void repair(std::string &bytes) {}

  /// Returns what damage of text inserts.
  virtual std::vector<std::string> getTokens() { return {}; }

  /// Whether only the seeds may be accepted.
  virtual bool hasChecksum() const { return false; }
};

std::unique_ptr<Reader> createSafeTensorsReader(MLIRContext *context);
std::unique_ptr<Reader> createNpyReader(MLIRContext *context);
std::unique_ptr<Reader> createCheckpointReader(MLIRContext *context);
/// A line each of `--arg`, `--override`, `--wide-steps`, `--storage-override`.
std::unique_ptr<Reader> createOptionReader(MLIRContext *context);
/// Modules in Planned form, from which the runtime plan is made.
std::unique_ptr<Reader> createPlanReader(MLIRContext *context);
/// The tables that fp8rt walks.
std::unique_ptr<Reader> createTableReader();

/// Loads what the readers of modules read.
void loadDialects(MLIRContext &context);

/// Returns all of them.
std::vector<std::unique_ptr<Reader>> createReaders(MLIRContext *context);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_READERS_READER_H

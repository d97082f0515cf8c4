//===- Reader.h - readers of external input ---------------------*- C++ -*-===//
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

/// A reader under test, for libFuzzer and for fp8-fuzz-readers.
class Reader {
public:
  virtual ~Reader() = default;

  virtual StringRef getName() const = 0;

  /// Returns files that are not damaged.
  virtual std::vector<std::string> getSeeds() = 0;

  /// Returns true if the reader accepts `bytes`, otherwise sets `message`.
  /// Reads accepted input to its last byte.
  virtual bool read(StringRef bytes, std::string &message) = 0;

  /// Sets lengths to match damaged bytes, so that damage reaches the code
  /// behind the checks of lengths.
  virtual void repair(std::string &bytes) {}

  /// Returns tokens that damage of text inserts.
  virtual std::vector<std::string> getTokens() { return {}; }

  /// Returns true if the reader may accept only undamaged files.
  virtual bool hasChecksum() const { return false; }
};

std::unique_ptr<Reader> createSafeTensorsReader(MLIRContext *context);
std::unique_ptr<Reader> createNpyReader(MLIRContext *context);
std::unique_ptr<Reader> createCheckpointReader(MLIRContext *context);
/// Creates a reader of checkpoints of two ranks.
std::unique_ptr<Reader> createPartsReader(MLIRContext *context);
/// Creates a reader of values of `--arg`, `--override`, `--wide-steps` and
/// `--storage-override`, a line each.
std::unique_ptr<Reader> createOptionReader(MLIRContext *context);
/// Creates a reader of modules in Planned form, which builds the runtime plan.
std::unique_ptr<Reader> createPlanReader(MLIRContext *context);
/// Creates a reader of modules in Planned form, which builds an update without
/// shapes.
std::unique_ptr<Reader> createUpdateReader(MLIRContext *context);
/// Creates a reader of the tables that fp8rt interprets.
std::unique_ptr<Reader> createTableReader();

/// Loads the dialects that readers of modules need.
void loadDialects(MLIRContext &context);

/// Returns one reader of each kind.
std::vector<std::unique_ptr<Reader>> createReaders(MLIRContext *context);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_READERS_READER_H

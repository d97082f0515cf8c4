//===- Finding.h - failures of mutants --------------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_FINDING_H
#define FP8_TEST_FUZZ_FINDING_H

#include "Report.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Regex.h"

#include <string>
#include <vector>

namespace mlir::fp8::fuzz {

/// A failure, identified by its kind, its stage, and the functions around the
/// crash or the words of the message.
struct Finding {
  /// A hash that is equal for mutants that fail in the same way.
  std::string hash;
  /// `KIND in 'STAGE': DETAIL`.
  std::string line;

  explicit Finding(const Report &report);
};

/// Failures with causes outside of this project, each with the reason.
class KnownFailures {
public:
  /// Reads a file of lines `REGEX # REASON`; lines that begin with # are
  /// comments.
  static FailureOr<KnownFailures> read(StringRef path);

  bool contains(const Finding &finding) const;

private:
  std::vector<llvm::Regex> patterns;
};

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_FINDING_H

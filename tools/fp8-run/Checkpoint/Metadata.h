//===- Metadata.h - Metadata of checkpoint files --------------------------===//

#ifndef FP8_RUN_CHECKPOINT_METADATA_H
#define FP8_RUN_CHECKPOINT_METADATA_H

#include "Files/SafeTensors.h"

namespace mlir::fp8::run {

// Keys of the metadata.
inline constexpr const char *kVersion = "fp8-run.checkpoint";
inline constexpr const char *kRun = "run";
inline constexpr const char *kSteps = "steps";
inline constexpr const char *kGraph = "graph";
inline constexpr const char *kLoss = "loss";
inline constexpr const char *kInputs = "inputs";
inline constexpr const char *kChecksum = "checksum";
/// The parts and their checksums, and the numbers of rows of divided states.
inline constexpr const char *kParts = "parts";
inline constexpr const char *kRows = "rows";
/// In a part: its number, such as "1-of-4".
inline constexpr const char *kPart = "part";

/// Version of the format. Increases whenever a step of the same graph may give
/// different bits.
inline constexpr StringLiteral kSupportedVersion = "4";

// Names of the tensors that are not states.
inline constexpr StringLiteral kRunPrefix = "fp8-run.";
inline constexpr const char *kLosses = "fp8-run.losses";
inline constexpr const char *kSeconds = "fp8-run.seconds";

/// Returns the value of a key of a file, or an empty string.
StringRef getValue(const SafeTensors &file, const char *key);

/// Convert strings by name to JSON and back. Parsing returns std::nullopt for
/// other text.
std::string printStrings(const std::map<std::string, std::string> &strings);
std::optional<std::map<std::string, std::string>> parseStrings(StringRef text);

/// Returns the checksum that belongs to the contents of a file with a checksum.
llvm::Expected<std::string> computeChecksum(const SafeTensors &file);

/// Checks that the checksum of a file matches its contents.
llvm::Error verifyChecksum(const SafeTensors &file);

/// Writes tensors, and metadata with a checksum, which it returns.
std::string writeWithChecksum(llvm::raw_ostream &os,
                              ArrayRef<NamedTensor> tensors, Metadata metadata);

} // namespace mlir::fp8::run

#endif // FP8_RUN_CHECKPOINT_METADATA_H

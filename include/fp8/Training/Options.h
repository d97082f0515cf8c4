//===- Options.h - Parsers of the options of training passes ----*- C++ -*-===//
#ifndef FP8_TRAINING_OPTIONS_H
#define FP8_TRAINING_OPTIONS_H

#include "fp8/Support/ChoiceParser.h"
#include "fp8/Training/Choices.h"
#include "fp8/Training/Storage.h"

FP8_CHOICE(RematMode);
FP8_CHOICE(ScalePolicy);
FP8_CHOICE(WideType);
FP8_CHOICE(Wire);

/// Parser of storage presets. A preset may specify types, as in
/// `anyprecision:m=f32`. All spellings are registered as values, because MLIR
/// prints a pipeline by looking up the names of values. Help and errors list
/// only the rows of the table.
template <>
class llvm::cl::parser<mlir::fp8::StoragePreset>
    : public mlir::fp8::ChoiceParser<mlir::fp8::StoragePreset> {
public:
  explicit parser(llvm::cl::Option &option)
      : ChoiceParser(option), numRows(Values.size()) {
    for (auto [name, preset] : mlir::fp8::getPrecisionPresets())
      Values.push_back({name, "", preset});
  }

  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, mlir::fp8::StoragePreset &preset) {
    if (auto found = mlir::fp8::parseStoragePreset(text)) {
      preset = *found;
      return false;
    }
    if (text.starts_with("anyprecision:"))
      return option.error("unsupported '" + text + mlir::fp8::kPrecisionSyntax);
    return ChoiceParser::parse(option, name, text, preset);
  }

  unsigned getNumOptions() const override { return numRows; }

private:
  /// The number of values that help and errors list.
  unsigned numRows;
};

#endif // FP8_TRAINING_OPTIONS_H

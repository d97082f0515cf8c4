//===- Options.h - the choices that options of passes offer -----*- C++ -*-===//
#ifndef FP8_TRANSFORMS_OPTIONS_H
#define FP8_TRANSFORMS_OPTIONS_H

#include "fp8/IR/FP8.h"
#include "fp8/Support/ChoiceParser.h"
#include "fp8/Transforms/Inspection.h"
#include "fp8/Transforms/Quantization.h"
#include "fp8/Transforms/Remat.h"
#include "fp8/Transforms/Storage.h"

namespace llvm::cl {

/// Options of passes and pipelines find their parser by the type of the value.
#define FP8_CHOICE(TYPE)                                                       \
  template <>                                                                  \
  class parser<mlir::fp8::TYPE>                                                \
      : public mlir::fp8::ChoiceParser<mlir::fp8::TYPE> {                      \
  public:                                                                      \
    explicit parser(Option &option) : ChoiceParser(option) {}                  \
  }

FP8_CHOICE(AmaxAlgo);
FP8_CHOICE(ContractionScope);
FP8_CHOICE(Form);
FP8_CHOICE(Format);
FP8_CHOICE(RaisedOps);
FP8_CHOICE(Recipe);
FP8_CHOICE(RematMode);
FP8_CHOICE(ReportFormat);
FP8_CHOICE(ScalePolicy);
FP8_CHOICE(WideType);

#undef FP8_CHOICE

/// A preset may have types, `anyprecision:m=f32`. All spellings are values,
/// since MLIR prints pipelines by them; help and errors list presets alone.
template <>
class parser<mlir::fp8::StoragePreset>
    : public mlir::fp8::ChoiceParser<mlir::fp8::StoragePreset> {
public:
  explicit parser(Option &option) : ChoiceParser(option) {
    for (auto [name, preset] : mlir::fp8::getPrecisionPresets())
      Values.push_back({name, "", preset});
  }

  bool parse(Option &option, llvm::StringRef name, llvm::StringRef text,
             mlir::fp8::StoragePreset &preset) {
    if (auto found = mlir::fp8::parseStoragePreset(text)) {
      preset = *found;
      return false;
    }
    if (text.starts_with("anyprecision:"))
      return option.error("unsupported '" + text + mlir::fp8::kPrecisionSyntax);
    return option.error("unsupported '" + text + "'; supported are " +
                        llvm::join(getListed(), ", "));
  }

  template <typename Number>
  void addLiteralOption(llvm::StringRef name, const Number &value,
                        llvm::StringRef help) {
    Values.insert(Values.begin() + numListed++,
                  {name, help, static_cast<mlir::fp8::StoragePreset>(value)});
  }

  unsigned getNumOptions() const override { return numListed; }

private:
  llvm::SmallVector<llvm::StringRef> getListed() const {
    llvm::SmallVector<llvm::StringRef> names;
    for (unsigned i = 0; i < numListed; ++i)
      names.push_back(Values[i].Name);
    return names;
  }

  /// How many values come first that help and errors list.
  unsigned numListed = 0;
};

} // namespace llvm::cl

#endif // FP8_TRANSFORMS_OPTIONS_H

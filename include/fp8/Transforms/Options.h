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
FP8_CHOICE(StoragePreset);
FP8_CHOICE(WideType);

#undef FP8_CHOICE

} // namespace llvm::cl

#endif // FP8_TRANSFORMS_OPTIONS_H

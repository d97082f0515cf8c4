//===- OptionReader.cpp - texts of options --------------------------------===//

#include "Options/Options.h"
#include "Quantize/QuantizationOverrides.h"
#include "Reader.h"
#include "Training/Storage/StorageOverrides.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

namespace {
class OptionReader : public Reader {
public:
  explicit OptionReader(MLIRContext *context)
      : context(context), module(ModuleOp::create(UnknownLoc::get(context))) {
    OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
    function = func::FuncOp::create(b, module->getLoc(), "step",
                                    b.getFunctionType({}, {}));
  }

  StringRef getName() const override { return "options"; }

  std::vector<std::string> getSeeds() override {
    return {"arg lr=0.5",
            "arg 3=counter:1",
            "arg x=random:7:-1.5:2e3",
            "arg at=in.npy",
            "override layers.*.w=block:128x128",
            "override .*=e5m2",
            "wide-steps x.*@0-10",
            "storage-override w1=fp8-split8:group:64",
            "storage-override .*=fp8-split16:block:4x8",
            "storage-override h=anyprecision:m=bf16,v=f16"};
  }

  bool read(StringRef bytes, std::string &message) override {
    bool hasError = false;
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
      hasError |= diag.getSeverity() == DiagnosticSeverity::Error;
      message = diag.str();
      return success();
    });
    auto [kind, text] = bytes.split(' ');
    bool isAccepted;
    if (kind == "arg") {
      // Its message goes to stderr.
      isAccepted = run::parseArgumentOption(text).has_value();
      message = isAccepted ? "" : "a message of --arg";
      return isAccepted;
    }
    if (kind == "override") {
      isAccepted = succeeded(QuantizationOverrides::parse(
          module->getLoc(), std::string(text), ArrayRef<std::string>()));
    } else if (kind == "wide-steps") {
      isAccepted = succeeded(QuantizationOverrides::parse(
          module->getLoc(), ArrayRef<std::string>(), std::string(text)));
    } else if (kind == "storage-override") {
      llvm::Regex regex;
      isAccepted =
          succeeded(parseOverride(function, ScalePolicy::Bounded, text, regex));
      if (isAccepted)
        regex.match("layers.0.w");
    } else {
      message = "no option";
      return false;
    }
    if (isAccepted == hasError)
      message.clear();
    return isAccepted;
  }

  std::vector<std::string> getTokens() override {
    return {"=",     ":",       "@",    "-",        "*",     ".*",
            "(",     "[",       "\\",   "{1,1000}", "group", "block",
            "0x0",   "random:", "nan",  "1e999",    "-0",    ".npy",
            "mx",    "wide",    "e4m3", "fp32",     "msamp", "anyprecision:",
            "c=f32", "\xff"};
  }

private:
  MLIRContext *context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};
} // namespace

std::unique_ptr<Reader> fuzz::createOptionReader(MLIRContext *context) {
  return std::make_unique<OptionReader>(context);
}

//===- DelayedStart.cpp - rule delayed-start ------------------------------===//

#include "NumericsRule.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds steps that use scales of earlier steps but have no `@step0`. Their
/// first step would encode with the initial scales.
struct DelayedStart : NumericsRule {
  StringRef getName() const override { return "delayed-start"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

void DelayedStart::check(const NumericsContext &context, Report report) const {
  auto module = context.getFunc()->getParentOfType<ModuleOp>();
  if (context.getFunc().getName() != "step" || !module ||
      module.lookupSymbol("step0"))
    return;
  llvm::DenseSet<Value> seen;
  context.getFunc().walk([&](QuantizeOp op) {
    if (op.makesScale())
      return;
    ScaleSource source = context.scales.trace(op.getScale());
    if (source.kind != ScaleSource::Kind::Argument ||
        !seen.insert(source.argument).second)
      return;
    // The host measures a scale that has no initial value.
    auto initial = context.getFunc().getArgAttrOfType<FloatAttr>(
        source.argument.getArgNumber(), FP8Dialect::kInitialAttrName);
    if (!initial || !context.scales.getUpdate(source.argument))
      return;
    report({op,
            "expected a first step @step0 that measures amaxes, but the module "
            "has none, and the first step encodes " +
                describe(op.getInput()) + " with the initial value of " +
                describe(source) + ", " +
                formatNumber(initial.getValueAsDouble()),
            "--fp8-quantize-contractions=recipe=delayed exports @step0"});
  });
}

const NumericsRule *mlir::fp8::getDelayedStartRule() {
  static const DelayedStart rule;
  return &rule;
}

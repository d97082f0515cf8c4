//===- E5M2Forward.cpp - rule e5m2-forward --------------------------------===//

#include "NumericsRule.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds e5m2 operands of forward contractions. Weights and activations need
/// the third mantissa bit; only gradients need the range.
struct E5M2Forward : NumericsRule {
  StringRef getName() const override { return "e5m2-forward"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

void E5M2Forward::check(const NumericsContext &context, Report report) const {
  context.getFunc().walk([&](ContractOp op) {
    auto role = op->getAttrOfType<StringAttr>(FP8Dialect::kClassAttrName);
    if (!role || role != "fwd")
      return;
    for (auto [name, operand] :
         {std::pair("lhs", op.getLhs()), std::pair("rhs", op.getRhs())})
      if (isa<Float8E5M2Type>(getElementTypeOrSelf(operand)))
        report({op,
                "expected e4m3 operands of a forward contraction, with "
                "relative errors of at most 2^-4, but " +
                    (name + (" is " + describe(operand))) +
                    ", with errors of up to 2^-3",
                "quantize it to f8E4M3FN (forward-format=e4m3)"});
  });
}

const NumericsRule *mlir::fp8::getE5M2ForwardRule() {
  static const E5M2Forward rule;
  return &rule;
}

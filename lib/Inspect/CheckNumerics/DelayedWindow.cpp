//===- DelayedWindow.cpp - rule delayed-window ----------------------------===//

#include "NumericsRule.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds delayed scales that depend on one step and have no margin: values that
/// grow between steps saturate.
struct DelayedWindow : NumericsRule {
  StringRef getName() const override { return "delayed-window"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

void DelayedWindow::check(const NumericsContext &context, Report report) const {
  context.getFunc().walk([&](UpdateScalesOp op) {
    int64_t length = cast<ShapedType>(op.getHistory().getType()).getShape()[0];
    bool isLast = op.getAlgo() == AmaxAlgo::MostRecent;
    if (op.getScaling() && op.getScaling()->getMargin() > 0)
      return;
    if (length != 1 && !isLast)
      return;
    report({op,
            "expected scales from several steps or a margin, but " +
                describe(op.getHistory()) + " has " + std::to_string(length) +
                (length == 1 ? " row" : " rows") +
                (isLast ? ", and most_recent reads only the last one" : "") +
                ", and the margin is 0: values larger than in the previous "
                "step saturate",
            "use algo<max> over more rows, or a margin of 1, which reserves a "
            "factor of two",
            nullptr, "", Finding::Severity::Warning});
  });
}

const NumericsRule *mlir::fp8::getDelayedWindowRule() {
  static const DelayedWindow rule;
  return &rule;
}

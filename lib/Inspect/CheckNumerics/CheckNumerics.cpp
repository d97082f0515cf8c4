//===- CheckNumerics.cpp - --fp8-check-numerics ---------------------------===//

#include "NumericsRule.h"

#include "fp8/Inspect/Passes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_CHECKNUMERICSPASS
#include "fp8/Inspect/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("rule").category("fp8-check-numerics");

namespace {

struct CheckNumerics : fp8::impl::CheckNumericsPassBase<CheckNumerics> {
  using CheckNumericsPassBase::CheckNumericsPassBase;

  void runOnOperation() override;

private:
  LogicalResult checkForm();
  LogicalResult checkNames();
  bool isAllowed(StringRef rule, Operation *op) const;
  bool isEnabled(StringRef rule) const;
  /// Emits a finding. Fails if it is an error.
  LogicalResult emit(const NumericsRule &rule, const Finding &finding) const;
};

} // namespace

static bool isRule(StringRef name) {
  return llvm::any_of(getNumericsRules(), [&](const NumericsRule *rule) {
    return rule->getName() == name;
  });
}

static void listRules(InFlightDiagnostic &diag) {
  diag.attachNote() << "rules: "
                    << llvm::join(llvm::map_range(getNumericsRules(),
                                                  [](const NumericsRule *rule) {
                                                    return rule->getName();
                                                  }),
                                  ", ");
}

/// Checks that no fp8 op is on buffers, since the rules follow SSA values.
LogicalResult CheckNumerics::checkForm() {
  WalkResult result = getOperation()->walk([](Operation *op) {
    if (!isa_and_nonnull<FP8Dialect>(op->getDialect()) ||
        !llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
      return WalkResult::advance();
    op->emitError("expected a step on tensors, but this op is on buffers")
            .attachNote()
        << "run --fp8-check-numerics before bufferization";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Checks the names of allowed rules. A misspelled name would have no effect.
LogicalResult CheckNumerics::checkNames() {
  bool valid = true;
  auto check = [&](StringRef where, StringRef name, Operation *op) {
    if (isRule(name))
      return;
    InFlightDiagnostic diag = emitError(op->getLoc())
                              << "expected " << where
                              << " to name rules, but there is no rule '"
                              << name << "'";
    listRules(diag);
    valid = false;
  };
  for (const std::string &name : only)
    check("only=", name, getOperation());
  for (const std::string &name : disable)
    check("disable=", name, getOperation());
  for (const std::string &name : allow)
    check("allow=", name, getOperation());
  getOperation()->walk([&](Operation *op) {
    if (auto names = op->getAttrOfType<ArrayAttr>(FP8Dialect::kAllowAttrName))
      for (auto name : names.getAsRange<StringAttr>())
        check("'fp8.allow'", name, op);
  });
  return success(valid);
}

bool CheckNumerics::isEnabled(StringRef rule) const {
  auto names = [&](auto &list) {
    return llvm::any_of(list, [&](StringRef name) { return name == rule; });
  };
  return (only.empty() || names(only)) && !names(disable);
}

/// Returns true if the rule is allowed on the op or on an op around it, such as
/// its function or the module.
bool CheckNumerics::isAllowed(StringRef rule, Operation *op) const {
  if (llvm::any_of(allow, [&](StringRef name) { return name == rule; }))
    return true;
  for (; op; op = op->getParentOp())
    if (auto names = op->getAttrOfType<ArrayAttr>(FP8Dialect::kAllowAttrName))
      if (llvm::any_of(names.getAsRange<StringAttr>(),
                       [&](StringAttr name) { return name == rule; }))
        return true;
  return false;
}

LogicalResult CheckNumerics::emit(const NumericsRule &rule,
                                  const Finding &finding) const {
  std::string message = (rule.getName() + ": " + finding.message).str();
  Location loc = finding.op->getLoc();
  if (isAllowed(rule.getName(), finding.op)) {
    remark::analysis(loc, kRemark) << "allowed: " + message;
    return success();
  }
  if (finding.severity == Finding::Severity::Remark) {
    remark::analysis(loc, kRemark) << message + "; " + finding.remedy;
    return success();
  }
  bool isError = finding.severity == Finding::Severity::Error;
  // Does not use emitOpError, so that the name of the rule comes first.
  InFlightDiagnostic diag =
      isError ? emitError(loc, message) : emitWarning(loc, message);
  if (finding.other)
    diag.attachNote(finding.other->getLoc()) << finding.otherMessage;
  diag.attachNote() << "remedy: " << finding.remedy;
  diag.attachNote() << "to accept it: fp8.allow = [\"" << rule.getName()
                    << "\"] on the op or on an op around it";
  return failure(isError);
}

void CheckNumerics::runOnOperation() {
  markAllAnalysesPreserved();
  if (failed(checkForm()) || failed(checkNames()))
    return signalPassFailure();
  for (auto func : getOperation().getOps<func::FuncOp>()) {
    if (func.isExternal() || !func.getBody().hasOneBlock())
      continue;
    NumericsContext context(func);
    for (const NumericsRule *rule : getNumericsRules())
      if (isEnabled(rule->getName()))
        rule->check(context, [&](const Finding &finding) {
          if (failed(emit(*rule, finding)))
            signalPassFailure();
        });
  }
}

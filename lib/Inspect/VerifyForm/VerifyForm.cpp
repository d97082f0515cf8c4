//===- VerifyForm.cpp - --fp8-verify-form ---------------------------------===//

#include "fp8/Analysis/UndefinedContents.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Inspect/VerifyKernelForms.h"
#include "fp8/Inspect/VerifyRanks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_VERIFYFORMPASS
#include "fp8/Inspect/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// The ops of a dialect that a form supports, and the remedy for other ops.
struct AllowedOps {
  StringLiteral dialect;
  bool inModel, inScaled;
  /// The supported op names; empty if all ops of the dialect are supported.
  ArrayRef<StringLiteral> ops;

  bool isIn(Form form) const {
    return form == Form::Model ? inModel : inScaled;
  }
};

constexpr StringLiteral kFuncOps[] = {"func.func", "func.return", "func.call"};
constexpr StringLiteral kSCFOps[] = {"scf.for", "scf.if", "scf.yield"};
constexpr StringLiteral kModelSCFOps[] = {"scf.for", "scf.if", "scf.while",
                                          "scf.condition", "scf.yield"};
/// Ops of fp8 in Model form. The step of one of several ranks contains
/// collectives.
constexpr StringLiteral kImportedOps[] = {"fp8.scatter_add", "fp8.all_reduce",
                                          "fp8.all_gather",
                                          "fp8.reduce_scatter"};

/// The ops of Model and Scaled form.
constexpr AllowedOps kAllowedOps[] = {
    {"func", true, true, kFuncOps},     {"linalg", true, true, {}},
    {"tensor", true, true, {}},         {"arith", true, true, {}},
    {"math", true, true, {}},           {"scf", true, false, kModelSCFOps},
    {"scf", false, true, kSCFOps},      {"fp8", false, true, {}},
    {"fp8", true, false, kImportedOps},
};

/// Upper bound of the errors reported.
constexpr unsigned kMaxErrors = 20;

class FormVerifier {
public:
  FormVerifier(ModuleOp module, Form form) : module(module), form(form) {}

  LogicalResult verify();

private:
  void verifyOp(Operation *op);
  void verifyTypes(Operation *op);
  void verifyExports();
  void verifyContraction(ContractOp op);
  void verifyWide(linalg::LinalgOp op);

  bool isAllowed(Operation *op) const;
  StringRef getFormName() const {
    if (form == Form::Model)
      return "Model";
    return form == Form::Scaled ? "Scaled" : "Sharded";
  }
  std::string getSupported() const;
  InFlightDiagnostic report(Operation *op) {
    ++errors;
    return op->emitError();
  }

  /// Reports an error of the module, without printing the module.
  InFlightDiagnostic reportModule() {
    ++errors;
    return emitError(module.getLoc());
  }

  ModuleOp module;
  Form form;
  unsigned errors = 0;
};

struct VerifyForm : fp8::impl::VerifyFormPassBase<VerifyForm> {
  using VerifyFormPassBase::VerifyFormPassBase;

  void runOnOperation() override {
    if (failed(verify()))
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult verify() {
    ModuleOp module = getOperation();
    switch (form) {
    case Form::Model:
    case Form::Scaled:
    case Form::Sharded:
      return FormVerifier(module, form).verify();
    case Form::Fused:
      return verifyFusedForm(module);
    case Form::Planned:
      return verifyPlannedForm(module);
    }
    llvm_unreachable("every form is listed");
  }
};

} // namespace

bool FormVerifier::isAllowed(Operation *op) const {
  if (!op->isRegistered())
    return false;
  OperationName name = op->getName();
  return llvm::any_of(kAllowedOps, [&](const AllowedOps &allowed) {
    return allowed.isIn(form) &&
           name.getDialectNamespace() == allowed.dialect &&
           (allowed.ops.empty() ||
            llvm::is_contained(allowed.ops, name.getStringRef()));
  });
}

std::string FormVerifier::getSupported() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "supported: ops of ";
  llvm::ListSeparator separator;
  for (const AllowedOps &allowed : kAllowedOps) {
    if (!allowed.isIn(form))
      continue;
    os << separator << allowed.dialect;
    if (allowed.ops.empty())
      continue;
    os << " (";
    llvm::interleave(
        allowed.ops, os, [&](StringRef name) { os << name.split('.').second; },
        " ");
    os << ")";
  }
  return text;
}

void FormVerifier::verifyOp(Operation *op) {
  if (!isAllowed(op)) {
    InFlightDiagnostic diag = report(op);
    diag << "unsupported op '" << op->getName() << "' in " << getFormName()
         << " form";
    if (isa_and_nonnull<FP8Dialect>(op->getDialect())) {
      // One such error suffices, since all similar ops would fail.
      diag.attachNote()
          << "the module is already in Scaled form or a later one";
      errors = kMaxErrors;
      return;
    }
    diag.attachNote() << getSupported();
    if (form == Form::Model)
      diag.attachNote() << "this is likely due to the frontend: convert to "
                           "linalg on tensors first";
    return;
  }
  verifyTypes(op);
  if (form == Form::Model)
    return;
  if (auto contract = dyn_cast<ContractOp>(op))
    verifyContraction(contract);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    verifyWide(linalgOp);
}

static bool isSupportedType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.hasStaticShape() && !tensor.getEncoding();
  return isa<FloatType, IntegerType, IndexType>(type);
}

void FormVerifier::verifyTypes(Operation *op) {
  auto check = [&](Type type, const Twine &what) {
    if (isSupportedType(type) || errors >= kMaxErrors)
      return;
    InFlightDiagnostic diag = report(op);
    diag << "unsupported type " << type << " of " << what.str() << " in "
         << getFormName() << " form";
    diag.attachNote() << "supported: ranked tensors of static shape without "
                         "encoding, and floats, integers and indices";
  };
  for (OpResult result : op->getResults())
    check(result.getType(), "result #" + Twine(result.getResultNumber()));
  for (Region &region : op->getRegions())
    for (BlockArgument arg : region.getArguments())
      check(arg.getType(), "argument #" + Twine(arg.getArgNumber()));
}

void FormVerifier::verifyContraction(ContractOp op) {
  // A recipe leaves contractions without codes if it did not select them.
  bool hasCodes = op.getLhsScaleInv() || op.getRhsScaleInv();
  if (!isDone(module, "fp8-quantize-contractions") || !hasCodes ||
      op->hasAttr(FP8Dialect::kClassAttrName))
    return;
  report(op) << "expected 'fp8.class', the role that "
                "--fp8-quantize-contractions assigns, but there is none";
}

/// Reports a linalg contraction of codes. Codes are meaningless without their
/// scale, so only fp8 ops may compute with them.
void FormVerifier::verifyWide(linalg::LinalgOp op) {
  if (!linalg::isaContractionOpInterface(op))
    return;
  for (Value operand : op.getDpsInputs()) {
    if (!isOfCodes(operand.getType()))
      continue;
    InFlightDiagnostic diag = report(op);
    diag << "unsupported operand of 8-bit codes without a scale";
    diag.attachNote()
        << "supported: fp8.contract; this is likely due to "
           "--fp8-quantize-contractions, or to a frontend that expresses FP8 "
           "in upstream ops, which --fp8-raise-patterns converts";
    return;
  }
}

void FormVerifier::verifyExports() {
  if (form == Form::Model) {
    if (llvm::none_of(module.getOps<func::FuncOp>(), [](func::FuncOp func) {
          return func.isPublic() && !func.isExternal();
        }))
      reportModule() << "expected a public function with a body, the training "
                        "step, but the module has none";
    return;
  }
  if (form == Form::Sharded && !module->hasAttr(FP8Dialect::kMeshAttrName)) {
    reportModule() << "expected 'fp8.mesh', the ranks that run the program, "
                      "but the module has none";
    return;
  }
  auto step = module.lookupSymbol<func::FuncOp>("step");
  if (step && step.isPublic() && !step.isExternal())
    return;
  InFlightDiagnostic diag = reportModule();
  diag << "expected a public function @step with a body, but the module has "
          "none";
  diag.attachNote()
      << "--fp8-annotate-states, part of --fp8-train-pipeline, names it";
}

LogicalResult FormVerifier::verify() {
  verifyExports();
  module.getBody()->walk([&](Operation *op) {
    verifyOp(op);
    return errors < kMaxErrors ? WalkResult::advance()
                               : WalkResult::interrupt();
  });
  // The next checks require ops that the form supports.
  if (errors == 0)
    errors = reportUndefinedContents(module, kMaxErrors);
  if (errors == 0 && form == Form::Sharded)
    errors = reportRankErrors(module, kMaxErrors);
  return success(errors == 0);
}

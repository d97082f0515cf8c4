//===- Trial.cpp - a mutant and its passes --------------------------------===//

#include "Trial.h"
#include "Mutator.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

void fuzz::endWith(Report &report, Outcome outcome) {
  report.outcome = outcome;
  _exit(0);
}

ErrorCounter::ErrorCounter(MLIRContext *context, Report &report)
    : handler(context, [this, &report](Diagnostic &diag) {
        if (diag.getSeverity() == DiagnosticSeverity::Error && count++ == 0)
          copyText(report.detail, diag.str());
        return success();
      }) {}

namespace {
/// Verifies IR after each pass instead of the pass manager, whose errors
/// cannot be distinguished from errors of passes.
class PassChecker : public PassInstrumentation {
public:
  PassChecker(Report &report, ErrorCounter &errors)
      : report(report), errors(errors) {}

  void runBeforePass(Pass *pass, Operation *) override {
    if (!pass->getArgument().empty())
      copyText(report.stage, pass->getArgument());
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    // An adaptor without a name runs passes of nested ops, which have been
    // verified.
    bool isAdaptor = pass->getArgument().empty();
    if (!isAdaptor)
      copyText(report.stage, ("verifier behind " + pass->getArgument()).str());
    unsigned count = std::exchange(errors.count, 0);
    if (failed(verify(op, /*verifyRecursively=*/!isAdaptor)))
      endWith(report, Outcome::InvalidIR);
    errors.count = count;
  }

private:
  Report &report;
  ErrorCounter &errors;
};
} // namespace

static std::string print(ModuleOp module, bool isGeneric) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.printGenericOpForm(isGeneric);
  module->print(os, flags);
  return text;
}

static std::string print(Attribute attr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attr.print(os);
  return text;
}

static SmallVector<Operation *> getOps(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  return ops;
}

/// Describes the first difference in the texts of two modules.
static std::string describeDifference(ModuleOp first, ModuleOp second) {
  for (auto [a, b] : llvm::zip(getOps(first), getOps(second))) {
    std::string name = a->getName().getStringRef().str();
    if (a->getName() != b->getName())
      return name + " is not " + b->getName().getStringRef().str();
    DictionaryAttr attrs = a->getAttrDictionary();
    DictionaryAttr others = b->getAttrDictionary();
    for (NamedAttribute attr : attrs)
      if (others.get(attr.getName()) != attr.getValue())
        return name + ": " + attr.getName().str() + " differs, was " +
               print(attr.getValue());
    for (NamedAttribute attr : others)
      if (!attrs.get(attr.getName()))
        return name + ": " + attr.getName().str() + " is new, " +
               print(attr.getValue());
    if (a->getResultTypes() != b->getResultTypes())
      return name + ": types of results differ";
    if (a->getNumOperands() != b->getNumOperands())
      return "numbers of operands of " + name + " differ";
  }
  return "numbers of ops, choices of operands or arguments of blocks differ";
}

/// Checks that a module is a copy of another one, except for names of
/// resources: a context does not reuse names.
static void checkCopy(ModuleOp module, ModuleOp copy, Outcome outcome,
                      Report &report) {
  for (bool isGeneric : {false, true}) {
    std::string text = print(module, isGeneric);
    if (text == print(copy, isGeneric) ||
        StringRef(text).contains("dense_resource<"))
      continue;
    copyText(report.detail, describeDifference(module, copy));
    endWith(report, outcome);
  }
}

/// Parses the text of `module` and returns the result, which must be equal to
/// `module`.
static OwningOpRef<ModuleOp> readText(ModuleOp module, StringRef where,
                                      Report &report) {
  copyText(report.stage, ("printer of " + where).str());
  std::string text = print(module, /*isGeneric=*/false);
  copyText(report.stage, ("parser of " + where).str());
  OwningOpRef<ModuleOp> again =
      parseSourceString<ModuleOp>(text, module.getContext());
  if (!again)
    endWith(report, Outcome::TextDiffers);
  copyText(report.stage, ("text of " + where).str());
  checkCopy(module, *again, Outcome::TextDiffers, report);
  return again;
}

static void checkBytecode(ModuleOp module, StringRef where, Report &report) {
  copyText(report.stage, ("bytecode of " + where).str());
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecodeToFile(module, os)))
    endWith(report, Outcome::BytecodeDiffers);
  OwningOpRef<ModuleOp> again =
      parseSourceString<ModuleOp>(bytes, module.getContext());
  if (!again)
    endWith(report, Outcome::BytecodeDiffers);
  checkCopy(module, *again, Outcome::BytecodeDiffers, report);
}

static void keepText(std::string text, Report &report) {
  report.textSize = std::min(text.size(), sizeof(report.text));
  std::memcpy(report.text, text.data(), report.textSize);
}

OwningOpRef<ModuleOp> fuzz::mutate(Trial &trial, Random &random, Report &report,
                                   function_ref<void(ModuleOp)> see) {
  OwningOpRef<ModuleOp> module = trial.module.clone();
  if (!trial.isMutated)
    return module;
  unsigned wanted = 1 + random.below(4);
  for (unsigned i = 0; i < 4 * wanted && report.numMutations < wanted; ++i) {
    copyText(report.stage, "mutator");
    OwningOpRef<ModuleOp> mutant = module->clone();
    if (!Mutator(random, *mutant, trial.donor).mutateOnce())
      continue;
    if (see)
      see(*mutant);
    copyText(report.stage, "verifier of the input");
    if (failed(verify(*mutant)))
      continue;
    module = std::move(mutant);
    ++report.numMutations;
  }
  return module;
}

/// Fills `pm`. If a pass rejects random options, draws again.
static bool choosePipeline(Trial &trial, Random &random, PassManager &pm,
                           Report &report) {
  copyText(report.stage, "options");
  for (unsigned i = 0; i < (trial.chooser ? 8 : 1); ++i) {
    std::string text =
        trial.chooser ? toText(trial.chooser->choose(*trial.section, random))
                      : trial.pipeline;
    copyText(report.pipeline, text);
    pm.clear();
    if (succeeded(parsePassPipeline(text, pm, llvm::nulls())))
      return true;
  }
  return false;
}

void fuzz::runTrial(MLIRContext *context, Trial &trial, Report &report) {
  context->allowUnregisteredDialects(trial.allowsUnregistered);
  Random random(trial.seed);
  ErrorCounter errors(context, report);
  copyText(report.pipeline, trial.pipeline);
  OwningOpRef<ModuleOp> mutant;
  if (trial.module) {
    mutant = mutate(trial, random, report);
  } else {
    copyText(report.stage, "parser of the input");
    mutant = parseSourceString<ModuleOp>(trial.text, context);
    if (!mutant)
      endWith(report, Outcome::Failure);
  }
  errors.count = 0;
  report.detail[0] = 0;
  OwningOpRef<ModuleOp> module = readText(*mutant, "the input", report);
  checkBytecode(*module, "the input", report);

  PassManager pm(context, ModuleOp::getOperationName(),
                 PassManager::Nesting::Implicit);
  if (!choosePipeline(trial, random, pm, report))
    endWith(report, Outcome::Failure);
  pm.enableVerifier(false);
  pm.addInstrumentation(std::make_unique<PassChecker>(report, errors));
  errors.count = 0;
  report.detail[0] = 0;
  bool isSuccess = succeeded(pm.run(*module));
  if (!isSuccess)
    endWith(report,
            errors.count == 0 ? Outcome::SilentFailure : Outcome::Failure);
  if (errors.count != 0)
    endWith(report, Outcome::LoudSuccess);
  OwningOpRef<ModuleOp> output = readText(*module, "the output", report);
  checkBytecode(*output, "the output", report);
  endWith(report, Outcome::Success);
}

void fuzz::writeMutant(MLIRContext *context, Trial &trial, Report &report) {
  context->allowUnregisteredDialects(trial.allowsUnregistered);
  Random random(trial.seed);
  ErrorCounter errors(context, report);
  OwningOpRef<ModuleOp> mutant =
      mutate(trial, random, report,
             [&](ModuleOp module) { keepText(print(module, true), report); });
  keepText(print(*mutant, true), report);
  keepText(print(*mutant, false), report);
  endWith(report, Outcome::Success);
}

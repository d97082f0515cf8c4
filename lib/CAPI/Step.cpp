//===- Step.cpp - compiled steps of the C API -----------------------------===//

#include "Step.h"
#include "fp8/Driver/Reports.h"
#include "fp8/Target/CPU/ObjectFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::capi;

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

Use::Use(fp8c_step step, StringRef call) : step(step) {
  if (!step)
    status =
        fail(FP8C_INVALID_ARGUMENT, call + ": expected a step, but got NULL");
  else if (!step->context->isOwnedByProcess())
    status = fail(FP8C_INVALID_ARGUMENT,
                  call + ": the step belongs to the process that has forked "
                         "this one; compile it again");
  else if (step->isBusy.exchange(true))
    status = fail(FP8C_BUSY, call + ": the step is in use by another thread; "
                                    "expected one thread at a time");
  else
    status = FP8C_OK;
}

Use::~Use() {
  if (status == FP8C_OK)
    step->isBusy = false;
}

fp8c_status fp8c_step_destroy(fp8c_step step) {
  if (!step)
    return FP8C_OK;
  {
    Use use(step, "fp8c_step_destroy");
    if (use.getStatus() != FP8C_OK)
      return use.getStatus();
  }
  fp8c_context context = step->context;
  std::lock_guard<std::mutex> lock(context->compiling);
  delete step;
  return FP8C_OK;
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

const char *fp8c_step_messages(fp8c_step step) {
  return step ? step->messages.c_str() : "";
}

const fp8c_function *fp8c_step_functions(fp8c_step step, int64_t *number) {
  if (number)
    *number = step ? static_cast<int64_t>(step->described.size()) : 0;
  return step ? step->described.data() : nullptr;
}

int64_t fp8c_step_function_at(fp8c_step step, int64_t number) {
  if (!step || number < 0)
    return -1;
  for (auto [i, function] : llvm::enumerate(step->functions))
    for (size_t k = 0; k < function.ranges.size(); k += 2)
      if (function.ranges[k] <= number && number <= function.ranges[k + 1])
        return static_cast<int64_t>(i);
  return 0;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static fp8c_status runFunction(fp8c_step step, Function &function,
                               void *const *addresses) {
  if (std::optional<std::string> error = function.check(addresses))
    return fail(FP8C_INVALID_ARGUMENT, *error);
  Messages messages;
  {
    std::unique_lock<std::mutex> lock(step->context->compiling,
                                      std::defer_lock);
    if (!function.isCompiled())
      lock.lock();
    if (failed(function.compile()))
      return messages.fail(FP8C_REJECTED);
  }
  return succeeded(function.run(addresses)) ? FP8C_OK
                                            : messages.fail(FP8C_FAILED);
}

/// Runs a function that all ranks run.
static fp8c_status runOnRanks(fp8c_step step, Function &function,
                              void *const *addresses) {
  std::unique_lock<std::mutex> lock = step->ranks->tryLock();
  if (!lock)
    return fail(FP8C_BUSY,
                "fp8c_step_run: the ranks of the mesh are in use by another "
                "thread; expected one thread at a time");
  fp8c_status status = runFunction(step, function, addresses);
  // Without this call, the other ranks would wait for this rank.
  if (status != FP8C_OK)
    step->ranks->abort(fp8c_last_error());
  return status;
}

fp8c_status fp8c_step_run(fp8c_step step, int64_t index,
                          void *const *addresses) {
  Use use(step, "fp8c_step_run");
  if (use.getStatus() != FP8C_OK)
    return use.getStatus();
  auto numFunctions = static_cast<int64_t>(step->functions.size());
  if (index < 0 || index >= numFunctions || !addresses)
    return fail(FP8C_INVALID_ARGUMENT,
                "fp8c_step_run: expected a function from 0 to " +
                    Twine(numFunctions - 1) + " and addresses, but got " +
                    (addresses ? Twine(index) : Twine("NULL")));
  Function &function = step->functions[index];
  return function.isConnected() ? runOnRanks(step, function, addresses)
                                : runFunction(step, function, addresses);
}

//===----------------------------------------------------------------------===//
// Reports and objects
//===----------------------------------------------------------------------===//

fp8c_status fp8c_step_report(fp8c_step step, const char *format,
                             const char **text) {
  Use use(step, "fp8c_step_report");
  if (use.getStatus() != FP8C_OK)
    return use.getStatus();
  StringRef name = format ? format : "";
  if (!text || (name != "table" && name != "json"))
    return fail(FP8C_INVALID_ARGUMENT,
                "fp8c_step_report: expected the format table or json and the "
                "address of a text, but got '" +
                    name + "'");
  SmallVector<const StepReport *> reports;
  for (const Function &function : step->functions)
    if (function.getReport())
      reports.push_back(&*function.getReport());
  if (reports.empty())
    return fail(FP8C_REJECTED, "unsupported: a report of target '" +
                                   step->target->getName() +
                                   "'; supported is cpu");
  step->report.clear();
  llvm::raw_string_ostream os(step->report);
  printReports(os, reports, /*asJSON=*/name == "json");
  *text = step->report.c_str();
  return FP8C_OK;
}

/// Returns the start of names in C: "layer-2" becomes "layer_2_".
static std::string getPrefix(StringRef name) {
  std::string prefix = name.str() + "_";
  for (char &c : prefix)
    if (!llvm::isAlnum(c))
      c = '_';
  return prefix;
}

fp8c_status fp8c_step_object(fp8c_step step, const char *name,
                             fp8c_object *object) {
  Use use(step, "fp8c_step_object");
  if (use.getStatus() != FP8C_OK)
    return use.getStatus();
  if (!name || !object)
    return fail(FP8C_INVALID_ARGUMENT,
                "fp8c_step_object: expected a name and the address of an "
                "object, but got NULL");
  if (step->target->getName() != "cpu")
    return fail(FP8C_REJECTED, "unsupported: an object for target '" +
                                   step->target->getName() +
                                   "'; supported is cpu");
  std::lock_guard<std::mutex> lock(step->context->compiling);
  Messages messages;
  OwningOpRef<ModuleOp> module = step->training->clone();
  if (step->conversions)
    for (auto function : step->conversions->getOps<func::FuncOp>())
      module->push_back(function.clone());
  FailureOr<ObjectFile> file = compileObject(*module, name,
                                             {/*cpu=*/"", /*vectorBits=*/0,
                                              /*prefix=*/getPrefix(name)});
  if (failed(file))
    return messages.fail(FP8C_REJECTED);
  step->object = std::move(file->object);
  step->header = std::move(file->header);
  *object = {step->object.data(), step->object.size(), step->header.c_str(),
             step->header.size()};
  return FP8C_OK;
}

//===- Context.cpp - contexts, errors and messages of the C API -----------===//

#include "Context.h"
#include "fp8/InitAll.h"
#include "fp8/Target/Target.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::capi;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string &getLastError() {
  static thread_local std::string message;
  return message;
}

fp8c_status capi::fail(fp8c_status status, const Twine &message) {
  getLastError() = message.str();
  return status;
}

fp8c_status Messages::fail(fp8c_status status) const {
  StringRef text = StringRef(errors).rtrim('\n');
  return capi::fail(status, text.empty() ? "failed without a message" : text);
}

static StringRef describe(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note: ";
  case DiagnosticSeverity::Warning:
    return "warning: ";
  case DiagnosticSeverity::Error:
    return "error: ";
  case DiagnosticSeverity::Remark:
    return "remark: ";
  }
  llvm_unreachable("unknown severity");
}

/// Prints a line such as "step.mlir:3:8: error: expected ...".
static void print(raw_ostream &os, Diagnostic &diagnostic) {
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn() << ": ";
  os << describe(diagnostic.getSeverity()) << diagnostic << '\n';
  for (Diagnostic &note : diagnostic.getNotes())
    print(os, note);
}

void Messages::add(Diagnostic &diagnostic) {
  if (!current)
    return;
  bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
  llvm::raw_string_ostream os(isError ? current->errors : current->others);
  print(os, diagnostic);
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  fp8::registerAllDialects(registry);
  return registry;
}

fp8c_context_s::fp8c_context_s()
    : context(makeRegistry()), process(::getpid()) {
  static std::once_flag isRegistered;
  std::call_once(isRegistered, registerAllTargets);
  context.printOpOnDiagnostic(false);
  context.getDiagEngine().registerHandler(Messages::add);
}

bool fp8c_context_s::isOwnedByProcess() const { return process == ::getpid(); }

uint32_t fp8c_version(void) { return FP8C_VERSION; }

const char *fp8c_last_error(void) { return getLastError().c_str(); }

fp8c_status fp8c_context_create(fp8c_context *context) {
  if (!context)
    return fail(FP8C_INVALID_ARGUMENT,
                "fp8c_context_create: expected the address of a context, but "
                "got NULL");
  *context = new fp8c_context_s;
  return FP8C_OK;
}

fp8c_status fp8c_context_destroy(fp8c_context context) {
  if (!context)
    return FP8C_OK;
  if (!context->isOwnedByProcess())
    return fail(FP8C_INVALID_ARGUMENT,
                "fp8c_context_destroy: the context belongs to the process "
                "that has forked this one");
  if (int64_t number = context->numSteps)
    return fail(FP8C_BUSY, "fp8c_context_destroy: expected no steps of the "
                           "context, but there are " +
                               Twine(number));
  delete context;
  return FP8C_OK;
}

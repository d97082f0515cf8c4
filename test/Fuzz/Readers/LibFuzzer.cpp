//===- LibFuzzer.cpp - the entry point of libFuzzer -----------------------===//
//
// Built once for each reader, whose name is the macro FP8_FUZZ_READER.
//
//===----------------------------------------------------------------------===//

#include "Reader.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

static MLIRContext &getContext() {
  static MLIRContext context(MLIRContext::Threading::DISABLED);
  loadDialects(context);
  return context;
}

static Reader &getReader() {
  static std::vector<std::unique_ptr<Reader>> readers =
      createReaders(&getContext());
  for (const std::unique_ptr<Reader> &reader : readers)
    if (reader->getName() == FP8_FUZZ_READER)
      return *reader;
  llvm::report_fatal_error("no such reader");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string message;
  // MLIR's lexer expects a 0 after the text.
  std::string bytes(reinterpret_cast<const char *>(data), size);
  if (!getReader().read(bytes, message) && message.empty())
    llvm::report_fatal_error("a file was refused without a message");
  return 0;
}

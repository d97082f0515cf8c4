//===- ModuleText.cpp - files that are no modules of MLIR -----------------===//

#include "fp8/Support/ModuleText.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Regex.h"

#include <optional>

using namespace mlir;
using llvm::StringRef;

/// Returns the place of the first op of `dialect` in `text`: ":LINE" in text,
/// "" in a portable artifact of `producer`. Returns nothing if there is none.
static std::optional<std::string> findDialect(StringRef text, StringRef dialect,
                                              StringRef producer) {
  if (text.starts_with("ML\xefR")) {
    if (text.take_front(64).contains(producer))
      return "";
    return std::nullopt;
  }
  // In strings and comments the name means nothing.
  llvm::Regex op(
      ("^[^\"]*= " + dialect + "\\.|\"" + dialect + "\\.[A-Za-z0-9_.]+\"\\(")
          .str());
  for (size_t at = text.find((dialect + ".").str()); at != StringRef::npos;
       at = text.find((dialect + ".").str(), at)) {
    size_t begin = text.rfind('\n', at) + 1, end = text.find('\n', at);
    StringRef line = text.slice(begin, end).split("//").first;
    if (op.match(line))
      return ":" + std::to_string(text.take_front(begin).count('\n') + 1);
    at = end;
  }
  return std::nullopt;
}

/// Explains a file that is not text, or returns an empty string.
static std::string explainBinary(StringRef contents, StringRef path) {
  if (contents.starts_with("ML\xefR"))
    return "";
  StringRef front = contents.take_front(512);
  if (front.starts_with("\x93NUMPY"))
    return ("an array of numpy; --arg=NAME=" + path + " reads it").str();
  if (front.starts_with("PK"))
    return "an archive, as numpy and torch write them; fp8-run reads tensors "
           "from safetensors files";
  if (!front.contains('\0'))
    return "";
  if (front.drop_front(std::min<size_t>(8, front.size())).starts_with("{\""))
    return ("a safetensors file; --inputs=" + path + " reads its tensors")
        .str();
  return "a binary file; fp8.jax.capture and fp8.torch.capture write a step";
}

std::string fp8::explainForeignFile(StringRef contents, StringRef path) {
  auto explain = [&](StringRef place, const llvm::Twine &what) {
    return ("expected ops of linalg, but " + path + place + " is " + what)
        .str();
  };
  if (std::string binary = explainBinary(contents, path); !binary.empty())
    return explain("", binary);
  if (path.ends_with(".py"))
    return explain("", "a Python program; a call of fp8.jax.capture or "
                       "fp8.torch.capture in it writes its step");
  if (auto line = findDialect(contents, "stablehlo", "StableHLO"))
    return explain(*line, "StableHLO; python -m fp8.import_stablehlo " + path +
                              " -o step.mlir imports it");
  if (auto line = findDialect(contents, "torch", "of torch-mlir"))
    return explain(*line,
                   "of torch-mlir; fp8.torch.capture writes a step in linalg");
  return "";
}

//===- ArgumentNames.cpp - names of arguments in a text -------------------===//

#include "fp8/Utils/ArgumentNames.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using llvm::StringRef;

/// Returns whether a printer of MLIR makes up such a name: a number, or arg and
/// a number.
static bool isMadeUp(StringRef name) {
  name.consume_front("arg");
  return llvm::all_of(name, llvm::isDigit);
}

/// Returns the name after the '%' at which `text` begins, or an empty string.
static StringRef getName(StringRef text) {
  if (!text.consume_front("%"))
    return "";
  StringRef name = text.take_while(
      [](char c) { return llvm::isAlnum(c) || StringRef("$._-").contains(c); });
  return isMadeUp(name) || name.starts_with("fp8.") ? "" : name;
}

void fp8::nameArgumentsByText(ModuleOp module, StringRef text, StringRef file) {
  SmallVector<StringRef> lines;
  if (!text.starts_with("ML\xefR"))
    text.split(lines, '\n');
  for (auto function : module.getOps<func::FuncOp>()) {
    for (BlockArgument argument : function.getArguments()) {
      auto loc = dyn_cast<FileLineColLoc>(argument.getLoc());
      if (!loc || loc.getFilename() != file || loc.getLine() == 0 ||
          loc.getLine() > lines.size() || loc.getColumn() == 0)
        continue;
      StringRef name =
          getName(lines[loc.getLine() - 1].drop_front(std::min<size_t>(
              loc.getColumn() - 1, lines[loc.getLine() - 1].size())));
      if (!name.empty())
        argument.setLoc(
            NameLoc::get(StringAttr::get(module.getContext(), name), loc));
    }
  }
}

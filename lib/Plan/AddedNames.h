//===- AddedNames.h - names of arguments that passes add --------*- C++ -*-===//
#ifndef FP8_LIB_PLAN_ADDEDNAMES_H
#define FP8_LIB_PLAN_ADDEDNAMES_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::fp8 {

/// Names what is added to the arguments of a function where the name that it
/// would have by its position is that of another argument: a graph whose
/// arguments are called `arg<N>` may be passed on in another order.
class AddedNames {
public:
  explicit AddedNames(func::FuncOp function) {
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      if (auto name = function.getArgAttrOfType<StringAttr>(
              i, FP8Dialect::kNameAttrName))
        taken.insert(name.getValue());
  }

  /// Gives a name to the argument to be added at `position`, if it needs one.
  void add(unsigned position, NamedAttrList &attributes, Builder &builder) {
    std::string name = ("arg" + Twine(position)).str();
    if (!taken.contains(name))
      return;
    while (!taken.insert(name).second)
      name += "_";
    attributes.set(FP8Dialect::kNameAttrName, builder.getStringAttr(name));
  }

private:
  llvm::StringSet<> taken;
};

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_ADDEDNAMES_H

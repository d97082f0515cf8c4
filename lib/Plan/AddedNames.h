//===- AddedNames.h - names of arguments that passes add --------*- C++ -*-===//
#ifndef FP8_LIB_PLAN_ADDEDNAMES_H
#define FP8_LIB_PLAN_ADDEDNAMES_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::fp8 {

/// Generates names for arguments that passes add. A name is needed if the
/// default name `arg<N>` of the new position belongs to another argument, as in
/// a graph whose arguments `arg<N>` were reordered.
class AddedNames {
public:
  explicit AddedNames(func::FuncOp function) {
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      if (auto name = function.getArgAttrOfType<StringAttr>(
              i, FP8Dialect::kNameAttrName))
        taken.insert(name.getValue());
  }

  /// Names the argument to be added at `position`, if it needs a name.
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

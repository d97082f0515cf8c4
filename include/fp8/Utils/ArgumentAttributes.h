//===- ArgumentAttributes.h - attributes of many arguments ------*- C++ -*-===//
#ifndef FP8_UTILS_ARGUMENTATTRIBUTES_H
#define FP8_UTILS_ARGUMENTATTRIBUTES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Collects changes of argument attributes, and applies all of them on
/// destruction. Applying them one by one would copy the attributes of all
/// arguments each time, and a step has thousands of arguments.
class ArgumentAttributes {
public:
  explicit ArgumentAttributes(func::FuncOp function) : function(function) {
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      lists.emplace_back(function.getArgAttrDict(i));
  }
  ~ArgumentAttributes() {
    function.setAllArgAttrs(
        llvm::map_to_vector(lists, [&](NamedAttrList &list) {
          return list.getDictionary(function.getContext());
        }));
  }
  ArgumentAttributes(const ArgumentAttributes &) = delete;

  void set(unsigned i, StringRef name, Attribute value) {
    lists[i].set(name, value);
  }
  void remove(unsigned i, StringRef name) { lists[i].erase(name); }

private:
  func::FuncOp function;
  SmallVector<NamedAttrList> lists;
};

} // namespace mlir::fp8

#endif // FP8_UTILS_ARGUMENTATTRIBUTES_H

//===- AttributeMutator.h - attributes with another value -------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_ATTRIBUTEMUTATOR_H
#define FP8_TEST_FUZZ_ATTRIBUTEMUTATOR_H

#include "Random.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8::fuzz {

/// Changes values of attributes. An attribute of an unknown kind, such as an
/// enumeration, gets the value that another op has.
class AttributeMutator {
public:
  /// Takes values from `modules`.
  AttributeMutator(Random &random, ArrayRef<ModuleOp> modules);

  /// Returns an attribute to replace `attr`, possibly an equal one.
  Attribute mutate(Attribute attr);

private:
  int64_t chooseInteger(int64_t old);
  Attribute mutateElements(DenseElementsAttr attr);
  Attribute mutateIntegers(DenseI64ArrayAttr attr);
  Attribute mutateArray(ArrayAttr attr);
  Attribute mutateDictionary(DictionaryAttr attr);
  Attribute mutateMap(AffineMapAttr attr);
  Attribute mutateString(StringAttr attr);
  Attribute changeOneElement(DenseElementsAttr attr);
  Attribute mutateText(Attribute attr);
  Attribute findSibling(Attribute attr);

  Random &random;
  SmallVector<Attribute> found;
};

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_ATTRIBUTEMUTATOR_H

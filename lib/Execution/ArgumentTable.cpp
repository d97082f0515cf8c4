//===- ArgumentTable.cpp - descriptions of arguments for hosts ------------===//

#include "fp8/Execution/ArgumentTable.h"
#include "fp8/Execution/ConstantTable.h"
#include "fp8/Host/HostTensor.h"
#include "fp8/Runtime/fp8rt_argument.h"

using namespace mlir;
using namespace mlir::fp8;
using llvm::Constant;

namespace {
class ArgumentTable : ConstantTable {
public:
  explicit ArgumentTable(llvm::Module &module) : ConstantTable(module) {}

  void add(const StepSignature &signature);

private:
  Constant *getArgument(const StepArgument &argument);
};
} // namespace

/// Returns an fp8rt_argument.
Constant *ArgumentTable::getArgument(const StepArgument &argument) {
  std::string type;
  llvm::raw_string_ostream(type) << argument.type.getElementType();
  ArrayRef<int64_t> extents = argument.type.getShape();
  int64_t bytes = *HostTensor::countBytes(argument.type);
  double initial =
      argument.initial ? argument.initial.getValue().convertToDouble() : 0.0;
  return getStruct(
      {addString(argument.name), addString(type), addString(argument.kind),
       b.getInt32(argument.role), b.getInt32(extents.size()),
       extents.empty() ? getNull() : addNumbers(extents, "extents"),
       b.getInt64(bytes), llvm::ConstantFP::get(b.getDoubleTy(), initial),
       b.getInt32(argument.initial ? 1 : 0)});
}

void ArgumentTable::add(const StepSignature &signature) {
  SmallVector<Constant *> elements;
  for (const StepArgument &argument : signature.arguments)
    elements.push_back(getArgument(argument));
  if (elements.empty())
    return;
  auto *type =
      llvm::ArrayType::get(elements.front()->getType(), elements.size());
  auto *global = new llvm::GlobalVariable(
      module, type, /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage,
      llvm::ConstantArray::get(type, elements), signature.getTableName());
  global->setAlignment(llvm::Align(8));
}

void fp8::addArgumentTable(llvm::Module &module,
                           const StepSignature &signature) {
  ArgumentTable(module).add(signature);
}

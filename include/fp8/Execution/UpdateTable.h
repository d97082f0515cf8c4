//===- UpdateTable.h - update plans as constants of LLVM IR -----*- C++ -*-===//
#ifndef FP8_EXECUTION_UPDATETABLE_H
#define FP8_EXECUTION_UPDATETABLE_H

#include "fp8/Execution/UpdatePlan.h"

namespace llvm {
class Module;
}

namespace mlir::fp8 {

/// Adds the constant `name`, an fp8rt_update, to `module`, which contains the
/// kernels. Fails if a kernel is missing.
LogicalResult addUpdate(llvm::Module &module, StringRef name,
                        const UpdatePlan &plan);

/// An update, and the name of its constant in the header of an object file.
struct NamedUpdate {
  std::string name;
  UpdatePlan plan;
};

/// Returns the text of `name`.h for constants that addUpdate adds.
std::string printUpdateHeader(StringRef name, ArrayRef<NamedUpdate> updates);

} // namespace mlir::fp8

#endif // FP8_EXECUTION_UPDATETABLE_H

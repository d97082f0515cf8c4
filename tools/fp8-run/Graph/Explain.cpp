//===- Explain.cpp - Description of the states of a step ------------------===//

#include "Graph/Explain.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

void run::explain(llvm::raw_ostream &os, const Signature &signature,
                  ArrayRef<Source> sources) {
  for (auto [i, argument] : llvm::enumerate(signature.arguments)) {
    os << '#' << i << ' ' << argument.name << ": " << argument.type;
    if (argument.state)
      os << ", " << stringifyStateKind(*argument.state);
    else if (argument.updatedBy)
      os << ", state";
    if (argument.updatedBy)
      os << ", updated by result #" << *argument.updatedBy << ", starts as ";
    else
      os << ", not updated, " << (sources[i].isMissing() ? "" : "is ");
    os << sources[i].describe(argument.type) << '\n';
  }
  if (!signature.loss)
    os << "no result is the loss\n";
  else
    os << "the loss is result #" << *signature.loss << ", "
       << signature.results[*signature.loss].name << '\n';
  for (unsigned i : signature.otherLosses)
    os << "the loss is also result #" << i << ", " << signature.results[i].name
       << '\n';
}

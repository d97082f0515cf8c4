//===- ImpliedBody.cpp - bodies that are not printed ----------------------===//

#include "fp8/IR/ImpliedBody.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

bool mlir::fp8::isImplied(Operation *op) {
  Operation *parent = op->getParentOp();
  return isa_and_nonnull<linalg::LinalgOp>(parent) &&
         !isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(parent);
}

//===- Function.cpp - functions of a step in the C API --------------------===//

#include "Function.h"
#include "fp8/Driver/RangeError.h"
#include "fp8/IR/FP8.h"

#include <cstring>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::capi;

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

/// Returns the type of elements that host tensors support.
static fp8c_dtype getDType(Type type) {
  if (type.isF64())
    return FP8C_F64;
  if (type.isF32())
    return FP8C_F32;
  if (type.isF16())
    return FP8C_F16;
  if (type.isBF16())
    return FP8C_BF16;
  if (isa<Float8E4M3FNType>(type))
    return FP8C_F8E4M3FN;
  if (isa<Float8E5M2Type>(type))
    return FP8C_F8E5M2;
  if (isa<Float8E8M0FNUType>(type))
    return FP8C_F8E8M0FNU;
  if (type.isIndex())
    return FP8C_I64;
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return FP8C_BOOL;
  case 8:
    return FP8C_I8;
  case 16:
    return FP8C_I16;
  case 32:
    return FP8C_I32;
  case 64:
    return FP8C_I64;
  }
  llvm_unreachable("no type of a host tensor");
}

void Function::addArgument(std::string name, RankedTensorType type,
                           fp8c_role role) {
  fp8c_argument argument = {};
  argument.name = names.emplace_back(std::move(name)).c_str();
  argument.dtype = getDType(type.getElementType());
  argument.role = role;
  argument.rank = static_cast<int32_t>(type.getRank());
  argument.extents = extents.emplace_back(type.getShape()).data();
  argument.num_bytes = *HostTensor::countBytes(type);
  argument.kind = "";
  arguments.push_back(argument);
  types.push_back(type);
}

FailureOr<Function> Function::create(func::FuncOp func, ProgramFactory factory,
                                     unsigned numOriginal) {
  FailureOr<Signature> signature = readSignature(func);
  if (failed(signature))
    return failure();
  Function function;
  for (auto [i, argument] : llvm::enumerate(signature->arguments)) {
    fp8c_role role = argument.updatedBy             ? FP8C_STATE
                     : argument.type.getRank() == 0 ? FP8C_SCALAR
                                                    : FP8C_INPUT;
    function.addArgument(argument.name, argument.type, role);
    fp8c_argument &described = function.arguments.back();
    if (argument.state)
      described.kind =
          function.names.emplace_back(stringifyStateKind(*argument.state))
              .c_str();
    described.has_initial = argument.initial.has_value();
    described.initial = argument.initial.value_or(0);
    described.is_added = i >= numOriginal;
  }
  for (auto [i, result, updated] :
       llvm::enumerate(signature->results, signature->getUpdatedArguments())) {
    int64_t argument = updated ? *updated : function.arguments.size();
    if (!updated)
      function.addArgument(result.name, result.type, FP8C_RESULT);
    bool isLoss = (signature->loss && *signature->loss == i) ||
                  llvm::is_contained(signature->otherLosses, i);
    if (!updated && isLoss)
      function.arguments.back().is_loss = 1;
    const char *name = function.names.emplace_back(result.name).c_str();
    function.results.push_back({name, argument});
  }
  function.function = func;
  function.name = func.getName().str();
  function.factory = std::move(factory);
  function.signature = std::move(*signature);
  return function;
}

fp8c_function Function::describe() const {
  fp8c_function described = {};
  described.name = name.c_str();
  described.num_arguments = static_cast<int64_t>(arguments.size());
  described.arguments = arguments.data();
  described.num_results = static_cast<int64_t>(results.size());
  described.results = results.data();
  described.num_ranges = static_cast<int64_t>(ranges.size() / 2);
  described.ranges = ranges.data();
  return described;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

LogicalResult Function::compile(bool hasReport) {
  if (program)
    return success();
  auto module = function->getParentOfType<ModuleOp>();
  FailureOr<std::unique_ptr<Program>> compiled = factory(
      module, function.getName(), hasReport ? &report.emplace() : nullptr);
  if (failed(compiled))
    return failure();
  program = std::move(*compiled);
  return success();
}

/// Returns true if a run writes the argument.
static bool isWritten(const fp8c_argument &argument) {
  return argument.role == FP8C_STATE || argument.role == FP8C_RESULT;
}

std::optional<std::string> Function::check(void *const *addresses) {
  if (llvm::equal(checked, ArrayRef(addresses, arguments.size())))
    return checkRanges(addresses);
  auto getName = [&](const fp8c_argument &argument) {
    return ("argument '" + Twine(argument.name) + "' of @" + name).str();
  };
  struct Range {
    uintptr_t begin;
    const fp8c_argument *argument;
  };
  std::vector<Range> ranges;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    auto begin = reinterpret_cast<uintptr_t>(addresses[i]);
    if (argument.num_bytes == 0)
      continue;
    unsigned size = *HostTensor::getElementSize(types[i].getElementType());
    if (begin == 0)
      return "expected an address for " + getName(argument) + ", but got NULL";
    if (begin % size != 0)
      return "expected the address of " + getName(argument) +
             " to be a multiple of " + std::to_string(size) + ", but it is " +
             std::to_string(begin);
    ranges.push_back({begin, &argument});
  }
  llvm::sort(ranges,
             [](const Range &a, const Range &b) { return a.begin < b.begin; });
  // The range with the last end among all ranges so far, and among the written
  // ranges so far. A written range must not overlap any range.
  auto getEnd = [](const Range *range) {
    return range ? range->begin + range->argument->num_bytes : 0;
  };
  const Range *last = nullptr, *lastWritten = nullptr;
  for (const Range &range : ranges) {
    bool writes = isWritten(*range.argument);
    const Range *before = writes ? last : lastWritten;
    if (getEnd(before) > range.begin)
      return "expected memory of its own for each argument that is written, "
             "but " +
             getName(*before->argument) + " and argument '" +
             range.argument->name + "' overlap";
    if (getEnd(&range) > getEnd(last))
      last = &range;
    if (writes && getEnd(&range) > getEnd(lastWritten))
      lastWritten = &range;
  }
  checked.assign(addresses, addresses + arguments.size());
  return checkRanges(addresses);
}

std::optional<std::string> Function::checkRanges(void *const *addresses) const {
  for (auto [i, argument] : llvm::enumerate(signature.arguments)) {
    if (!argument.range)
      continue;
    Location loc = argument.loc;
    FailureOr<HostTensor> value =
        HostTensor::allocate(argument.type, [&] { return emitError(loc); });
    if (failed(value))
      return "no memory for argument '" + argument.name + "'";
    std::memcpy(value->bytes().data(), addresses[i], value->bytes().size());
    if (std::optional<std::string> error = checkRange(argument, *value))
      return *error + " in @" + name;
  }
  return std::nullopt;
}

LogicalResult Function::run(void *const *addresses) {
  if (!program->runsAtAddresses())
    return runOnCopies(addresses);
  SmallVector<char *> bases;
  for (size_t i = 0; i < arguments.size(); ++i)
    bases.push_back(static_cast<char *>(addresses[i]));
  return program->runAt(bases);
}

LogicalResult Function::runOnCopies(void *const *addresses) {
  auto allocate = [&](RankedTensorType type) {
    return HostTensor::allocate(type, [&] { return function.emitError(); });
  };
  std::vector<HostTensor> given, made;
  SmallVector<const HostTensor *> pointers;
  for (auto [i, argument] : llvm::enumerate(signature.arguments)) {
    FailureOr<HostTensor> tensor = allocate(argument.type);
    if (failed(tensor))
      return failure();
    MutableArrayRef<char> bytes = tensor->bytes();
    if (!bytes.empty())
      std::memcpy(bytes.data(), addresses[i], bytes.size());
    given.push_back(std::move(*tensor));
  }
  for (const HostTensor &tensor : given)
    pointers.push_back(&tensor);
  for (const Result &result : signature.results) {
    FailureOr<HostTensor> tensor = allocate(result.type);
    if (failed(tensor))
      return failure();
    made.push_back(std::move(*tensor));
  }
  if (failed(program->run(pointers, made)))
    return failure();
  for (auto [result, tensor] : llvm::zip_equal(results, made))
    if (!tensor.bytes().empty())
      std::memcpy(addresses[result.argument], tensor.bytes().data(),
                  tensor.bytes().size());
  return success();
}

//===- Inputs.cpp - Initial values of a run -------------------------------===//

#include "Inputs/Inputs.h"

#include "Inputs/RangeCheck.h"
#include "Messages.h"
#include "Step.h"
#include "fp8/Utils/Suggestion.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {
/// Range of the integers that a type can represent, as far as an option can
/// specify them.
struct IntegerLimits {
  explicit IntegerLimits(Type type) {
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    bool isUnsigned = width == 1 || type.isUnsignedInteger();
    least = isUnsigned ? 0 : llvm::minIntN(width);
    largest = isUnsigned && width < 64
                  ? static_cast<int64_t>(llvm::maxUIntN(width))
                  : llvm::maxIntN(width);
    end = std::ldexp(1.0, static_cast<int>(isUnsigned ? width : width - 1));
  }

  bool contains(int64_t value) const {
    return least <= value && value <= largest;
  }

  int64_t least, largest;
  /// The largest integer plus one, since an f64 may not represent the largest
  /// itself.
  double end;
};
} // namespace

static LogicalResult checkInteger(const Argument &argument,
                                  const ArgumentOption &option) {
  IntegerLimits limits(argument.type.getElementType());
  bool hasValue = option.kind == ArgumentOption::Kind::Value ||
                  option.kind == ArgumentOption::Kind::Counter;
  if (hasValue && (!option.integer || !limits.contains(*option.integer)))
    return emitError(argument.loc)
           << "expected --arg of '" << argument.name
           << "' to be a whole number from " << limits.least << " to "
           << limits.largest << ", because its type is " << argument.type;
  if (option.kind != ArgumentOption::Kind::Random)
    return success();
  if (!option.interval)
    return emitError(argument.loc)
           << "expected --arg of '" << argument.name
           << "' to be random:SEED:LO:HI, because its type is "
           << argument.type;
  auto [low, high] = *option.interval;
  if (std::floor(low) < static_cast<double>(limits.least) ||
      std::ceil(high) > limits.end)
    return emitError(argument.loc)
           << "expected --arg of '" << argument.name
           << "' to be whole numbers from " << limits.least << " to "
           << limits.largest << ", because its type is " << argument.type
           << ", but LO:HI contains other numbers";
  return success();
}

static LogicalResult checkOption(const Argument &argument,
                                 const ArgumentOption &option) {
  bool isFloat = isa<FloatType>(argument.type.getElementType());
  if (!isFloat && failed(checkInteger(argument, option)))
    return failure();
  if (option.kind == ArgumentOption::Kind::Counter && argument.updatedBy)
    return emitError(argument.loc)
           << "expected --arg of '" << argument.name
           << "' to be its initial value, but got a counter; result #"
           << *argument.updatedBy << " updates it";
  return success();
}

LogicalResult Inputs::takeOption(const Argument &argument,
                                 const ArgumentOption &option, Source &source) {
  if (failed(checkOption(argument, option)))
    return failure();
  switch (option.kind) {
  case ArgumentOption::Kind::Value:
  case ArgumentOption::Kind::Counter:
    source = option.kind == ArgumentOption::Kind::Value
                 ? Source::fill(option.value)
                 : Source::count(option.value);
    if (!isa<FloatType>(argument.type.getElementType()))
      source.integer = option.integer;
    return success();
  case ArgumentOption::Kind::Random:
    source = option.interval
                 ? Source::uniform(option.seed, option.interval->first,
                                   option.interval->second)
                 : Source::normal(option.seed, 1);
    return success();
  case ArgumentOption::Kind::Npy: {
    llvm::Expected<NpyFile> array =
        NpyFile::open(option.file, argument.type.getContext());
    if (!array)
      return reportError(array.takeError());
    arrays.push_back(std::move(*array));
    return takeTensor(argument, arrays.back().getArray(), option.file, source);
  }
  }
  llvm_unreachable("not a kind");
}

LogicalResult Inputs::takeOptions(func::FuncOp step, const Signature &signature,
                                  const Options &options) {
  for (const ArgumentOption &option : options.arguments) {
    FailureOr<unsigned> number = findArgument(step, signature, option.argument);
    if (failed(number))
      return failure();
    const Argument &argument = signature.arguments[*number];
    if (!sources[*number].isMissing())
      return emitError(argument.loc)
             << "expected one --arg of '" << argument.name << "', but got two";
    if (failed(takeOption(argument, option, sources[*number])))
      return failure();
  }
  return success();
}

/// Uses a tensor for an argument. `what` names the tensor and its file.
LogicalResult Inputs::takeTensor(const Argument &argument,
                                 const TensorView &tensor, const Twine &what,
                                 Source &source) {
  ArrayRef<int64_t> shape = tensor.type.getShape();
  source.kind = Source::Kind::File;
  source.text = what.str();
  source.bytes = tensor.bytes;
  bool isElement = isSameElement(tensor.type.getElementType(),
                                 argument.type.getElementType());
  // A file contains batches, independent of the number of batches per step.
  RankedTensorType whole = argument.getWholeType();
  ArrayRef<int64_t> wanted = whole.getShape();
  if (argument.microbatches)
    wanted = wanted.drop_front();
  if (isElement && shape == wanted)
    return success();
  // A state is overwritten at every step, so all slices but the first would be
  // lost.
  bool takesSlices = !argument.updatedBy && !argument.shard;
  if (isElement && takesSlices && !shape.empty() && shape.front() > 0 &&
      shape.drop_front() == wanted) {
    source.numSlices = shape.front();
    return success();
  }
  InFlightDiagnostic diag =
      emitError(argument.loc)
      << "expected " << what << " to be "
      << RankedTensorType::get(wanted, argument.type.getElementType())
      << (takesSlices ? ", or several along an additional first dimension,"
                      : ", the value that a state starts from,")
      << " but it is " << tensor.type;
  if (!takesSlices && !isElement)
    diag.attachNote()
        << "--inputs-storage=P decodes states that --storage=P has stored";
  return diag;
}

LogicalResult Inputs::takeFile(const Signature &signature, StringRef path,
                               ArrayRef<StringRef> added) {
  MLIRContext *context = signature.arguments.empty()
                             ? nullptr
                             : signature.arguments.front().type.getContext();
  if (!context) {
    reportError("expected no --inputs, because the step has no arguments");
    return failure();
  }
  llvm::Expected<SafeTensors> opened = openJoined(path, context);
  if (!opened)
    return reportError(opened.takeError());
  file = std::move(*opened);
  llvm::StringSet<> names;
  llvm::BitVector newStates(signature.results.size());
  for (auto [argument, source] :
       llvm::zip_equal(signature.arguments, sources)) {
    names.insert(argument.name);
    if (argument.updatedBy)
      newStates.set(*argument.updatedBy);
    if (const HostTensor *value = stored.find(argument.name)) {
      if (source.isMissing()) {
        source.kind = Source::Kind::File;
        source.text = "the result of @unpack for '" + argument.name + "' of " +
                      path.str();
        source.bytes = value->bytes();
      }
      continue;
    }
    const TensorView *tensor = file->find(argument.name);
    if (tensor && source.isMissing() &&
        failed(takeTensor(argument, *tensor,
                          "tensor '" + tensor->name + "' of " + path, source)))
      return failure();
  }
  // Besides states, a file of --outputs contains other results, such as the
  // loss. States are found only by the names of arguments.
  for (auto [i, result] : llvm::enumerate(signature.results))
    if (!newStates.test(i))
      names.insert(result.name);
  for (const TensorView &tensor : file->getTensors()) {
    if (llvm::is_contained(added, tensor.name))
      addedTensors.push_back(&tensor);
    else if (!names.contains(tensor.name) &&
             !stored.isOfStoredStep(tensor.name) &&
             !Checkpoint::isOfRun(tensor.name)) {
      reportError(path + ": tensor " + quoteName(tensor.name) +
                  " has the name of no argument" +
                  suggest(tensor.name, llvm::map_range(signature.arguments,
                                                       [](const Argument &a) {
                                                         return StringRef(
                                                             a.name);
                                                       })) +
                  "; --explain prints them");
      return failure();
    }
  }
  return success();
}

/// Prints a notice about parameters that start as zeros, which is seldom
/// intended.
static void reportZeros(ArrayRef<StringRef> parameters) {
  constexpr size_t kMaxNames = 8;
  if (parameters.empty())
    return;
  raw_ostream &os = note();
  os << (parameters.size() == 1 ? "parameter " : "parameters ")
     << llvm::join(parameters.take_front(kMaxNames), ", ");
  if (parameters.size() > kMaxNames)
    os << " and " << parameters.size() - kMaxNames << " more";
  os << (parameters.size() == 1 ? " starts" : " start")
     << " as 0; --inputs gives other values\n";
}

/// Returns the rows of `argument` that the rank of `options` holds. A source
/// gives all of them.
static Source::Rows getRowsOf(const Argument &argument,
                              const Options &options) {
  Source::Rows rows{argument.getWholeType(), 1};
  // The last axis varies fastest.
  int64_t rank = options.rank;
  for (const auto &[axis, size] : llvm::reverse(options.mesh)) {
    if (argument.shard.getAxis() == axis) {
      rows.numRanks = size;
      rows.position = rank % size;
    }
    rank /= size;
  }
  return rows;
}

FailureOr<Inputs> Inputs::create(func::FuncOp step, const Signature &signature,
                                 InitialState init, StoredInputs stored,
                                 const Options &options,
                                 ArrayRef<StringRef> added) {
  Inputs inputs;
  inputs.stored = std::move(stored);
  inputs.sources.resize(signature.arguments.size());
  if (failed(inputs.takeOptions(step, signature, options)))
    return failure();
  if (!options.inputsFile.empty() &&
      failed(inputs.takeFile(signature, options.inputsFile, added)))
    return failure();
  bool isComplete = llvm::none_of(
      inputs.sources, [](const Source &source) { return source.isMissing(); });
  if (!isComplete && failed(inputs.takeInit(signature, std::move(init),
                                            options.inputsSeed.value_or(0))))
    return failure();
  SmallVector<StringRef> zeros;
  for (auto [value, argument, source] : llvm::zip_equal(
           step.getArguments(), signature.arguments, inputs.sources)) {
    if (argument.state == StateKind::Rank && !source.isMissing())
      return emitError(argument.loc, "expected no value for argument '")
             << argument.name << "', which is the number of the rank";
    if (!source.isMissing())
      continue;
    if (argument.state == StateKind::Rank) {
      source = Source::fill(0);
      source.integer = 0;
      continue;
    }
    if (argument.initial)
      source = Source::fill(*argument.initial);
    else if (options.inputsSeed)
      source = makeRandom(value, argument, *options.inputsSeed);
    else if (argument.updatedBy) {
      source = Source::fill(0);
      if (argument.state == StateKind::Param)
        zeros.push_back(argument.name);
    } else
      source =
          Source::missing("give --inputs, or --arg=" + argument.name + "=...");
  }
  if (options.steps != 0 && !options.resume)
    reportZeros(zeros);
  for (auto [argument, source] :
       llvm::zip_equal(signature.arguments, inputs.sources)) {
    source.numBatches = argument.microbatches.value_or(1);
    source.numRanks = argument.isBatch ? options.getNumRanks() : 1;
    if (argument.isBatch)
      source.rank = options.rank;
    if (argument.state == StateKind::Rank)
      source.integer = options.rank;
    if (argument.shard)
      source.rows = getRowsOf(argument, options);
  }
  return inputs;
}

/// Checks that a counter does not exceed the range of its type.
static LogicalResult checkCounter(const Argument &argument,
                                  const Source &source, int64_t numSteps) {
  if (source.kind != Source::Kind::Counter ||
      isa<FloatType>(argument.type.getElementType()))
    return success();
  int64_t first =
      source.integer ? *source.integer : static_cast<int64_t>(source.value);
  int64_t count, last;
  bool isHeld =
      !llvm::MulOverflow(numSteps, source.getBatchesPerStep(), count) &&
      !llvm::AddOverflow(first, count - 1, last) &&
      IntegerLimits(argument.type.getElementType()).contains(last);
  if (isHeld)
    return success();
  return emitError(argument.loc)
         << "expected the counter of '" << argument.name
         << "' to stay within its type, " << argument.type
         << ", but it starts at " << first << " and counts " << numSteps
         << " steps";
}

LogicalResult Inputs::checkComplete(const Signature &signature,
                                    int64_t numSteps) const {
  for (auto [argument, source] :
       llvm::zip_equal(signature.arguments, sources)) {
    if (failed(checkCounter(argument, source, numSteps)))
      return failure();
    if (source.isMissing()) {
      InFlightDiagnostic diag = emitError(argument.loc)
                                << "expected a value for argument '"
                                << argument.name << "' of type "
                                << argument.type << ", but it has none";
      diag.attachNote() << source.text;
      return diag;
    }
    if (failed(checkRange(argument, source, numSteps)))
      return failure();
  }
  return success();
}

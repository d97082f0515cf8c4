//===- ComputedStates.cpp - Values that @init and @pack compute -----------===//

#include "Inputs/ComputedStates.h"

#include "Step.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Returns the argument `name` of the step if its value is still to be
/// computed.
static std::optional<size_t> findNeeded(StringRef name,
                                        const Signature &signature,
                                        ArrayRef<Source> sources) {
  const Argument *argument = signature.find(name);
  if (!argument)
    return std::nullopt;
  size_t position = argument - signature.arguments.data();
  if (sources[position].kind != Source::Kind::Computed)
    return std::nullopt;
  return position;
}

/// Makes `whole`, or the rows of this rank, the value of an argument.
static LogicalResult keep(const Argument &argument, Source &source,
                          HostTensor whole, HostTensor &value) {
  value = std::move(whole);
  if (source.rows) {
    FailureOr<HostTensor> part = allocateAt(argument.loc, argument.type);
    if (failed(part))
      return failure();
    source.copyRows(value, *part);
    value = std::move(*part);
    source.rows.reset();
  }
  source.kind = Source::Kind::File;
  source.bytes = value.bytes();
  return success();
}

void ComputedStates::setPack(FunctionParts parts,
                             std::vector<Argument> arguments,
                             std::vector<Source> sources) {
  pack = std::move(parts);
  packArguments = std::move(arguments);
  packSources = std::move(sources);
}

std::vector<ComputedStates::Group> ComputedStates::findGroups() const {
  size_t numInit = getInit() ? getInit()->size() : 0;
  size_t numPack = pack ? pack->size() : 0;
  llvm::IntEqClasses classes(numInit + numPack);
  llvm::StringMap<size_t> partOf;
  for (size_t i = 0; i < numInit; ++i)
    for (StringRef name : getInit()->getResults(i))
      partOf[name] = i;
  llvm::StringSet<> computed;
  for (auto [argument, source] : llvm::zip_equal(packArguments, packSources))
    if (source.kind == Source::Kind::Computed)
      computed.insert(argument.name);
  for (size_t i = 0; i < numPack; ++i)
    for (StringRef name : pack->getArguments(i))
      if (computed.contains(name))
        classes.join(partOf.at(name), numInit + i);
  classes.compress();
  std::vector<Group> groups(classes.getNumClasses());
  for (size_t i = 0; i < numInit; ++i)
    groups[classes[i]].init.push_back(i);
  for (size_t i = 0; i < numPack; ++i)
    groups[classes[numInit + i]].pack.push_back(i);
  return groups;
}

FailureOr<NamedResults>
ComputedStates::runPack(size_t part,
                        const llvm::StringMap<HostTensor> &made) const {
  llvm::StringMap<HostTensor> written;
  SmallVector<StringRef> names = pack->getArguments(part);
  for (auto [argument, source] : llvm::zip_equal(packArguments, packSources)) {
    // A value from another source replaces the value that @init computes.
    if (!llvm::is_contained(names, argument.name) ||
        source.kind == Source::Kind::Computed)
      continue;
    FailureOr<HostTensor> tensor = allocateAt(argument.loc, argument.type);
    if (failed(tensor))
      return failure();
    if (!source.isMissing())
      source.write(*tensor, argument.name, /*step=*/0);
    written[argument.name] = std::move(*tensor);
  }
  return pack->run(part, [&](StringRef name) {
    auto it = written.find(name);
    return it != written.end() ? &it->second : &made.find(name)->second;
  });
}

FailureOr<llvm::StringMap<HostTensor>>
ComputedStates::runInit(ArrayRef<size_t> parts) const {
  llvm::StringMap<HostTensor> made;
  for (size_t part : parts) {
    FailureOr<NamedResults> results = init.run(part);
    if (failed(results))
      return failure();
    for (auto [result, value] :
         llvm::zip_equal(results->results, results->values))
      made[result.name] = std::move(value);
  }
  return made;
}

LogicalResult ComputedStates::compute(const Signature &signature,
                                      MutableArrayRef<Source> sources,
                                      MutableArrayRef<HostTensor> values) {
  // A plane may have the name of the value that it encodes.
  llvm::StringSet<> planes;
  if (pack)
    for (const Result &result : pack->getSignature().results)
      planes.insert(result.name);
  auto isNeeded = [&](StringRef name) {
    return findNeeded(name, signature, sources).has_value();
  };
  auto isRead = [&](StringRef name) {
    return !planes.contains(name) && isNeeded(name);
  };
  auto keepAs = [&](StringRef name, HostTensor &value) {
    size_t i = *findNeeded(name, signature, sources);
    return keep(signature.arguments[i], sources[i], std::move(value),
                values[i]);
  };
  for (const Group &group : findGroups()) {
    SmallVector<size_t> packParts =
        llvm::filter_to_vector(group.pack, [&](size_t part) {
          return llvm::any_of(pack->getResults(part), isNeeded);
        });
    bool stepReadsInit = llvm::any_of(group.init, [&](size_t part) {
      return llvm::any_of(getInit()->getResults(part), isRead);
    });
    if (packParts.empty() && !stepReadsInit)
      continue;
    FailureOr<llvm::StringMap<HostTensor>> made = runInit(group.init);
    if (failed(made))
      return failure();
    for (size_t part : packParts) {
      FailureOr<NamedResults> results = runPack(part, *made);
      if (failed(results))
        return failure();
      for (auto [result, value] :
           llvm::zip_equal(results->results, results->values))
        if (isNeeded(result.name) && failed(keepAs(result.name, value)))
          return failure();
    }
    for (auto &entry : *made)
      if (isRead(entry.getKey()) &&
          failed(keepAs(entry.getKey(), entry.getValue())))
        return failure();
  }
  return success();
}

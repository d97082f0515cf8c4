//===- GraphIdentity.cpp - Identity of a training step --------------------===//

#include "Graph/GraphIdentity.h"

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::formatv;

/// Number of differences that a message lists; further ones add nothing.
static constexpr size_t kMaxDifferences = 6;

static std::string getKey(Operation *op) {
  std::string key = op->getName().getStringRef().str();
  auto update = dyn_cast<UpdateOp>(op);
  if (!update || !update.getStorage())
    return key;
  llvm::raw_string_ostream os(key);
  os << " storage ";
  update.getStorage()->print(os);
  return key;
}

/// Prints `module` without the counts of passes, which only reports read.
static std::string printWithoutCounts(ModuleOp module) {
  SmallVector<std::pair<Operation *, Attribute>> counts;
  for (auto function : module.getOps<func::FuncOp>())
    if (Attribute count = function->removeAttr(FP8Dialect::kRematAttrName))
      counts.emplace_back(function, count);
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().enableDebugInfo(false).useLocalScope());
  for (auto [function, count] : counts)
    function->setAttr(FP8Dialect::kRematAttrName, count);
  return text;
}

GraphIdentity GraphIdentity::of(ModuleOp module) {
  GraphIdentity identity;
  std::string text = printWithoutCounts(module);
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  identity.hash = formatv("{0:x-16}{1:x-16}", hash.high64, hash.low64).str();
  module.walk([&](Operation *op) { ++identity.ops[getKey(op)]; });
  return identity;
}

std::string GraphIdentity::print() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("hash", hash);
    json.attributeObject("ops", [&] {
      for (const auto &[name, count] : ops)
        json.attribute(llvm::json::fixUTF8(name), count);
    });
  });
  return text;
}

std::optional<GraphIdentity> GraphIdentity::parse(StringRef text) {
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json) {
    llvm::consumeError(json.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *object = json->getAsObject();
  if (!object || !object->getString("hash") || !object->getObject("ops"))
    return std::nullopt;
  GraphIdentity identity;
  identity.hash = object->getString("hash")->str();
  for (const auto &[name, value] : *object->getObject("ops")) {
    std::optional<int64_t> count = value.getAsInteger();
    if (!count)
      return std::nullopt;
    identity.ops[name.str()] = *count;
  }
  return identity;
}

std::string
GraphIdentity::describeDifference(const GraphIdentity &other) const {
  std::map<std::string, std::pair<int64_t, int64_t>> counts;
  for (const auto &[name, count] : other.ops)
    counts[name].first = count;
  for (const auto &[name, count] : ops)
    counts[name].second = count;
  SmallVector<std::string> parts;
  size_t numDifferent = 0;
  for (const auto &[name, pair] : counts)
    if (pair.first != pair.second && ++numDifferent <= kMaxDifferences)
      parts.push_back(
          formatv("{0} {1}, here {2}", pair.first, name, pair.second));
  if (parts.empty())
    return "its ops differ in attributes, types or order";
  if (numDifferent > kMaxDifferences)
    parts.push_back(formatv("{0} others", numDifferent - kMaxDifferences));
  return "it has " + llvm::join(parts, "; ");
}

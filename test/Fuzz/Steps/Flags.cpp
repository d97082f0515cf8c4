//===- Flags.cpp - random options of fp8-run ------------------------------===//

#include "Flags.h"
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

std::vector<std::string> fuzz::getPlainFlags(StringRef entry, Random &random) {
  return {"--entry=" + entry.str(),
          "--inputs=random:" + std::to_string(random.below(1000)),
          "--steps=" + std::to_string(1 + random.below(3))};
}

/// Adds a recipe. fp8-run rejects it if the graph has ops of fp8.
static void addRecipe(Random &random, std::vector<std::string> &flags) {
  auto pick = [&](ArrayRef<const char *> values) {
    return random.pick(values);
  };
  if (random.isOneIn(3))
    return;
  flags.push_back(std::string("--recipe=") +
                  pick({"current", "delayed", "row", "block", "mx"}));
  if (random.isOneIn(3))
    flags.push_back(std::string("--format=") + pick({"e4m3", "e5m2"}));
  if (random.isOneIn(3))
    flags.emplace_back("--scope=all");
  if (random.isOneIn(8))
    flags.emplace_back("--convolutions");
  if (random.isOneIn(8))
    flags.push_back(std::string("--override=*=") +
                    pick({"wide", "e5m2", "row", "mx", "block:4x8"}));
  if (random.isOneIn(8))
    flags.emplace_back("--wide-steps=*@0-0");
}

static std::string drawPreset(Random &random) {
  const char *presets[] = {"fp32",        "bf16-residual", "fp8-split8",
                           "fp8-split16", "anyprecision",  "msamp"};
  return random.pick(presets);
}

static void addStorage(Random &random, std::vector<std::string> &flags) {
  if (random.isOneIn(2))
    return;
  std::string storage = "--storage=" + drawPreset(random);
  if (random.isOneIn(6))
    storage += ",1:" + drawPreset(random);
  flags.push_back(std::move(storage));
  const char *granules[] = {"", ":group:8", ":group:32", ":block:4x4"};
  if (random.isOneIn(6))
    flags.push_back("--storage-override=*=" + drawPreset(random) +
                    random.pick(granules));
  if (random.isOneIn(6))
    flags.emplace_back("--storage-policy=current");
  if (random.isOneIn(2))
    flags.emplace_back("--unpack");
}

static void addRest(Random &random, std::vector<std::string> &flags) {
  const char *rest[] = {"--late-norm",       "--wide-type=bf16",
                        "--remat=selective", "--remat=full",
                        "--remat-budget=64", "--microbatches=2"};
  if (random.isOneIn(2))
    flags.emplace_back(random.pick(rest));
  if (random.isOneIn(8))
    flags.emplace_back(random.pick(rest));
}

/// Sets an argument to a special value, such as 0, a NaN or the limit of a
/// format.
static void addSpecial(StringRef entry, ModuleOp module, Random &random,
                       std::vector<std::string> &flags) {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (!function || function.getNumArguments() == 0)
    return;
  unsigned number = random.below(function.getNumArguments());
  Type type = getElementTypeOrSelf(function.getArgumentTypes()[number]);
  const char *floats[] = {"0",    "-0",    "1e-40", "1e-45", "3e38",
                          "nan",  "inf",   "-inf",  "448",   "465",
                          "1e-9", "-1e30", "57344", "0.0625"};
  const char *integers[] = {"0", "1", "-1", "7", "100"};
  std::string value =
      isa<FloatType>(type) ? random.pick(floats) : random.pick(integers);
  flags.push_back("--arg=" + std::to_string(number) + "=" + value);
}

std::vector<std::string> fuzz::drawFlags(StringRef entry, ModuleOp module,
                                         Random &random) {
  std::vector<std::string> flags = getPlainFlags(entry, random);
  bool isScaled = module
                      .walk([](Operation *op) {
                        return isa_and_nonnull<FP8Dialect>(op->getDialect())
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted();
  if (!isScaled)
    addRecipe(random, flags);
  addStorage(random, flags);
  addRest(random, flags);
  if (random.isOneIn(3))
    addSpecial(entry, module, random, flags);
  return flags;
}

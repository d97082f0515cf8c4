//===- QuantizationOverrides.cpp - per-tensor rules -----------------------===//

#include "QuantizationOverrides.h"

#include "fp8/Utils/Suggestion.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::fp8;

using Names = llvm::MapVector<Value, std::string>;

bool WideSteps::contains(int64_t step) const {
  for (size_t i = 0; i < ranges.size(); i += 2)
    if (ranges[i] <= step && step <= ranges[i + 1])
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static LogicalResult compile(Location loc, StringRef option,
                             OverrideRule &rule) {
  rule.regex = llvm::Regex("^(" + rule.pattern + ")$");
  std::string error;
  if (!rule.pattern.empty() && rule.regex.isValid(error))
    return success();
  return emitError(loc, "expected ")
         << option << "= to hold regular expressions, but '" << rule.pattern
         << "' is not one: " << (rule.pattern.empty() ? "it is empty" : error);
}

static LogicalResult parsePolicy(Location loc, OverrideRule &rule) {
  auto [pattern, what] = StringRef(rule.text).rsplit('=');
  rule.pattern = pattern.str();
  if (!StringRef(rule.text).contains('=')) {
    InFlightDiagnostic diag =
        emitError(loc, "expected override= to be PATTERN=WHAT, but got '")
        << rule.text << "'";
    diag.attachNote() << "WHAT is one of " << kQuantizePolicies;
    return diag;
  }
  std::optional<QuantizePolicy> policy = parseQuantizePolicy(what);
  if (!policy)
    return emitError(loc, "unsupported '")
           << what << "' in override=" << rule.text << "; supported are "
           << kQuantizePolicies;
  rule.policy = std::move(*policy);
  return compile(loc, "override", rule);
}

static LogicalResult parseSteps(Location loc, OverrideRule &rule) {
  if (auto [first, others] = StringRef(rule.text).split(',');
      first.contains('@') && !others.empty()) {
    InFlightDiagnostic diag =
        emitError(loc, "expected one range of steps in wide-steps=, but got '")
        << rule.text << "'";
    diag.attachNote() << "repeat the option for each PATTERN@FROM-TO; in "
                         "Python, wide_steps= takes a list of them";
    return diag;
  }
  auto [pattern, steps] = StringRef(rule.text).rsplit('@');
  auto [from, to] = steps.split('-');
  rule.pattern = pattern.str();
  if (from.getAsInteger(10, rule.from) || to.getAsInteger(10, rule.to))
    return emitError(loc, "expected wide-steps= to be PATTERN@FROM-TO with "
                          "two whole numbers, but got '")
           << rule.text << "'";
  if (rule.from > rule.to)
    return emitError(loc, "expected wide-steps= to hold ranges of steps, "
                          "but '")
           << rule.text << "' has none: it ends before it starts";
  return compile(loc, "wide-steps", rule);
}

FailureOr<QuantizationOverrides>
QuantizationOverrides::parse(Location loc, ArrayRef<std::string> overrides,
                             ArrayRef<std::string> wideSteps) {
  QuantizationOverrides result;
  for (const std::string &text : overrides) {
    OverrideRule &rule = result.always.emplace_back();
    rule.text = text;
    if (failed(parsePolicy(loc, rule)))
      return failure();
  }
  for (const std::string &text : wideSteps) {
    OverrideRule rule;
    rule.text = text;
    if (failed(parseSteps(loc, rule)))
      return failure();
    for (const OverrideRule &other : result.bySteps)
      if (other.pattern == rule.pattern && other.from <= rule.to &&
          rule.from <= other.to)
        return emitError(loc, "expected ranges of wide-steps= that do not "
                              "overlap, but '")
               << other.text << "' and '" << rule.text << "' do";
    result.bySteps.push_back(std::move(rule));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Matches
//===----------------------------------------------------------------------===//

/// Attaches a note that lists the names of the quantized tensors.
static void listNames(InFlightDiagnostic &diag, const Names &names) {
  Diagnostic &note = diag.attachNote() << "tensors that are quantized: ";
  llvm::interleaveComma(llvm::make_second_range(names), note);
  if (names.empty())
    note << "none";
}

static LogicalResult checkMatch(func::FuncOp func, StringRef option,
                                const OverrideRule &rule, const Names &names) {
  if (llvm::any_of(names,
                   [&](auto &entry) { return rule.matches(entry.second); }))
    return success();
  InFlightDiagnostic diag =
      emitError(func.getLoc(), "expected ")
      << option << "= to name a tensor that is "
      << "quantized, but '" << rule.pattern << "' matches none"
      << suggest(rule.pattern, llvm::make_second_range(names));
  listNames(diag, names);
  return diag;
}

FailureOr<llvm::DenseMap<Value, QuantizePolicy>>
QuantizationOverrides::getPolicies(func::FuncOp func, const Names &names,
                                   bool isDelayed) const {
  llvm::DenseMap<Value, QuantizePolicy> policies;
  auto add = [&](Value value, const QuantizePolicy &policy,
                 StringRef name) -> LogicalResult {
    policies[value].merge(policy);
    if (!isDelayed || !policy.format)
      return success();
    return emitError(func.getLoc(), "unsupported: a separate format for '")
           << name
           << "' under recipe=delayed, which updates all scales of a direction "
              "together, for one format";
  };
  for (BlockArgument argument : func.getArguments()) {
    auto text = func.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                  kQuantizeAttrName);
    if (!text)
      continue;
    auto *entry = names.find(argument);
    if (entry == names.end()) {
      InFlightDiagnostic diag =
          emitError(func.getLoc(),
                    "expected 'fp8.quantize' on a tensor that is "
                    "quantized, but '")
          << getArgumentName(func, argument.getArgNumber()) << "' is not";
      listNames(diag, names);
      return diag;
    }
    SmallVector<StringRef> parts;
    text.getValue().split(parts, ',');
    // The updated value of a parameter has the name of the parameter, so that
    // the policy also applies to it.
    for (auto &[value, name] : names)
      for (StringRef part : parts)
        if (name == entry->second &&
            failed(add(value, *parseQuantizePolicy(part), name)))
          return failure();
  }
  for (const OverrideRule &rule : always) {
    if (failed(checkMatch(func, "override", rule, names)))
      return failure();
    for (auto &[value, name] : names)
      if (rule.matches(name) && failed(add(value, rule.policy, name)))
        return failure();
  }
  for (const OverrideRule &rule : bySteps)
    if (failed(checkMatch(func, "wide-steps", rule, names)))
      return failure();
  return policies;
}

SmallVector<WideSteps>
QuantizationOverrides::getWideSteps(const Names &names) const {
  SmallVector<int64_t> bounds;
  for (const OverrideRule &rule : bySteps)
    bounds.append({rule.from, rule.to + 1});
  llvm::sort(bounds);
  bounds.erase(llvm::unique(bounds), bounds.end());

  // Group the steps by the set of wide tensors, because different rules may
  // match the same tensors.
  llvm::MapVector<llvm::BitVector, WideSteps> bySet;
  for (auto [start, end] : llvm::zip(bounds, llvm::drop_begin(bounds))) {
    llvm::BitVector rules(bySteps.size()), tensors(names.size());
    for (auto [i, rule] : llvm::enumerate(bySteps)) {
      if (start < rule.from || start > rule.to)
        continue;
      rules.set(i);
      for (auto [t, entry] : llvm::enumerate(names))
        if (rule.matches(entry.second))
          tensors.set(t);
    }
    if (tensors.none())
      continue;
    WideSteps &steps = bySet[tensors];
    steps.rules = rules;
    if (!steps.ranges.empty() && steps.ranges.back() + 1 == start)
      steps.ranges.back() = end - 1;
    else
      steps.ranges.append({start, end - 1});
  }
  return llvm::to_vector(llvm::make_second_range(bySet));
}

//===- StorageOverrides.cpp - presets by parameter name -------------------===//

#include "StorageOverrides.h"

using namespace mlir;
using namespace mlir::fp8;

/// Parses `group:N` or `block:MxN`. Returns null for other texts.
static GranularityAttr parseGranules(MLIRContext *context, StringRef text) {
  auto [kind, rest] = text.split(':');
  SmallVector<StringRef> parts;
  rest.split(parts, 'x');
  SmallVector<int64_t> sizes;
  for (StringRef part : parts)
    if (part.getAsInteger(10, sizes.emplace_back()) || sizes.back() <= 0)
      return {};
  if (kind == "group" && sizes.size() == 1)
    return GranularityAttr::get(context, GranularityKind::Group, sizes);
  if (kind == "block" && sizes.size() == 2)
    return GranularityAttr::get(context, GranularityKind::Block, sizes);
  return {};
}

LogicalResult fp8::checkPreset(func::FuncOp func, ScalePolicy policy,
                               StoragePreset preset, const Twine &where) {
  if (policy == ScalePolicy::Delayed && hasScales(func.getContext(), preset)) {
    InFlightDiagnostic diag =
        emitError(func.getLoc(), "expected a storage policy of current or "
                                 "bounded for preset '");
    diag << stringifyStoragePreset(preset) << "'" << where
         << ", but got delayed";
    diag.attachNote() << "a weight that outgrows the scale of an earlier step "
                         "saturates, and the stored value is its only copy";
    return diag;
  }
  return success();
}

FailureOr<StorageChoice> fp8::parseOverride(func::FuncOp func,
                                            ScalePolicy policy, StringRef text,
                                            llvm::Regex &regex) {
  // The types of AnyPrecision contain equal signs, too, so search for the name
  // of this preset first.
  size_t types = text.rfind("=anyprecision:");
  bool hasTypes = types != StringRef::npos;
  auto [pattern, what] =
      hasTypes ? std::pair(text.take_front(types), text.drop_front(types + 1))
               : text.rsplit('=');
  auto [name, spelling] =
      hasTypes ? std::pair(what, StringRef()) : what.split(':');
  std::optional<StoragePreset> preset = parseStoragePreset(name);
  GranularityAttr granules = parseGranules(func.getContext(), spelling);
  if (hasTypes && !preset)
    return emitError(func.getLoc(), "unsupported '")
           << what << kPrecisionSyntax;
  if (!preset || pattern.empty() ||
      (!hasTypes && what.contains(':') && !granules)) {
    InFlightDiagnostic diag =
        emitError(func.getLoc(), "expected a storage override of the form "
                                 "PATTERN=PRESET or PATTERN=PRESET:GRANULES, "
                                 "but got '")
        << text << "'";
    diag.attachNote() << "presets: " << listChoices<StoragePreset>();
    diag.attachNote() << "granularities of moments: group:N and block:MxN";
    return diag;
  }
  if (granules && !hasGranules(func.getContext(), *preset))
    return emitError(func.getLoc(), "expected a granularity only for "
                                    "fp8-split8 or fp8-split16, whose moments "
                                    "have scales per group, but the storage "
                                    "override is '")
           << text << "'";
  regex = llvm::Regex(("^(" + pattern + ")$").str());
  std::string error;
  if (!regex.isValid(error))
    return emitError(func.getLoc(), "expected storage overrides to be regular "
                                    "expressions, but '")
           << pattern << "' is not one: " << error;
  if (failed(checkPreset(func, policy, *preset, " of an override")))
    return failure();
  return StorageChoice{*preset, granules};
}

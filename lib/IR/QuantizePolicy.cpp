//===- QuantizePolicy.cpp - quantization of one tensor --------------------===//

#include "fp8/IR/QuantizePolicy.h"

using namespace mlir;
using namespace mlir::fp8;

void QuantizePolicy::merge(const QuantizePolicy &other) {
  isWide |= other.isWide;
  if (other.format)
    format = other.format;
  if (!other.granularity)
    return;
  granularity = other.granularity;
  sizes = other.sizes;
}

std::optional<QuantizePolicy> fp8::parseQuantizePolicy(StringRef text) {
  QuantizePolicy policy;
  if (text == "wide") {
    policy.isWide = true;
    return policy;
  }
  if (text == "e4m3" || text == "e5m2") {
    policy.format = *symbolizeFormat(text);
    return policy;
  }
  if (text == "tensor" || text == "row" || text == "mx") {
    policy.granularity = *symbolizeGranularityKind(text);
    return policy;
  }
  if (!text.consume_front("block:"))
    return std::nullopt;
  auto [across, along] = text.split('x');
  for (StringRef size : {across, along})
    if (size.getAsInteger(10, policy.sizes.emplace_back()) ||
        policy.sizes.back() < 1)
      return std::nullopt;
  policy.granularity = GranularityKind::Block;
  return policy;
}

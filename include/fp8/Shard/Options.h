//===- Options.h - parsers of sharding options ------------------*- C++ -*-===//
#ifndef FP8_SHARD_OPTIONS_H
#define FP8_SHARD_OPTIONS_H

#include "fp8/Shard/Choices.h"
#include "fp8/Support/ChoiceParser.h"

FP8_CHOICE(ShardPolicy);

#endif // FP8_SHARD_OPTIONS_H

//===- Pipeline.cpp - passes with their options ---------------------------===//

#include "Pipeline.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

std::string Element::str() const {
  if (options.empty())
    return name;
  return name + "{" + llvm::join(options, " ") + "}";
}

std::string fuzz::toText(const Pipeline &pipeline) {
  return llvm::join(
      llvm::map_range(pipeline, [](const Element &e) { return e.str(); }), ",");
}

/// Splits `text` at `separator` where no bracket or quote is open.
static std::vector<std::string> splitOutside(StringRef text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (char c : text) {
    if (quote)
      quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (StringRef("{([").contains(c))
      ++depth;
    else if (StringRef("})]").contains(c))
      --depth;
    if (c == separator && !quote && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  llvm::erase_if(parts, [](StringRef part) { return part.trim().empty(); });
  return parts;
}

std::vector<std::string> fuzz::splitOptions(StringRef options) {
  return splitOutside(options, ' ');
}

Pipeline fuzz::parseElements(StringRef text) {
  Pipeline pipeline;
  for (StringRef part : splitOutside(text, ',')) {
    part = part.trim();
    auto [name, options] = part.split('{');
    // Passes of nested ops stay one element.
    if (name.contains('(') || !options.consume_back("}"))
      pipeline.push_back({part.str(), {}});
    else
      pipeline.push_back({name.str(), splitOptions(options)});
  }
  return pipeline;
}

std::string fuzz::toFlags(StringRef text) {
  auto quote = [](StringRef argument) {
    if (llvm::all_of(argument, [](char c) {
          return llvm::isAlnum(c) || StringRef("-_=.,:/").contains(c);
        }))
      return argument.str();
    return "'" + argument.str() + "'";
  };
  Pipeline pipeline = parseElements(text);
  if (llvm::any_of(pipeline, [](const Element &element) {
        return StringRef(element.name).contains('(');
      }))
    return quote(("--pass-pipeline=builtin.module(" + text + ")").str());
  return llvm::join(llvm::map_range(pipeline,
                                    [&](const Element &element) {
                                      std::string flag = "--" + element.name;
                                      if (!element.options.empty())
                                        flag += "=" + llvm::join(
                                                          element.options, " ");
                                      return quote(flag);
                                    }),
                    " ");
}

/// Appends the passes of one command to `pipeline`, if it is fp8-opt.
static void readCommand(ArrayRef<const char *> words, Pipeline &pipeline) {
  const auto *tool = llvm::find(words, StringRef("fp8-opt"));
  if (tool == words.end())
    return;
  for (StringRef word : llvm::make_range(tool + 1, words.end())) {
    // Skip files and other values that lit would substitute.
    if (word.contains('%') || !word.consume_front("-"))
      continue;
    word.consume_front("-");
    if (word.consume_front("pass-pipeline=builtin.module(")) {
      word.consume_back(")");
      llvm::append_range(pipeline, parseElements(word));
      continue;
    }
    auto [name, options] = word.split('=');
    if (PassInfo::lookup(name) || PassPipelineInfo::lookup(name))
      pipeline.push_back({name.str(), splitOptions(options)});
  }
}

std::vector<Pipeline> fuzz::readRunLines(StringRef test) {
  // A command that ends in a backslash continues in the next RUN line.
  std::vector<std::string> commands;
  bool goesOn = false;
  for (StringRef line : llvm::split(test, '\n')) {
    size_t at = line.find("RUN: ");
    if (at == StringRef::npos)
      at = line.find("DEFINE: ");
    if (at == StringRef::npos)
      continue;
    line = line.drop_front(at).split(' ').second.rtrim();
    bool next = line.consume_back("\\");
    if (goesOn)
      commands.back() += " " + line.str();
    else
      commands.push_back(line.str());
    goesOn = next;
  }

  std::vector<Pipeline> pipelines;
  for (StringRef command : commands) {
    llvm::BumpPtrAllocator allocator;
    llvm::StringSaver saver(allocator);
    SmallVector<const char *> words;
    llvm::cl::TokenizeGNUCommandLine(command, saver, words);
    Pipeline pipeline;
    for (ArrayRef<const char *> rest = words; !rest.empty();) {
      size_t length = llvm::find(rest, StringRef("|")) - rest.begin();
      readCommand(rest.take_front(length), pipeline);
      rest = rest.drop_front(std::min(length + 1, rest.size()));
    }
    if (!pipeline.empty())
      pipelines.push_back(std::move(pipeline));
  }
  return pipelines;
}

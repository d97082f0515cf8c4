//===- Outputs.cpp - Output files of a run --------------------------------===//

#include "Outputs/Outputs.h"

#include "Files/SafeTensors.h"
#include "Html/LossFile.h"
#include "Outputs/LossCsv.h"
#include "Outputs/LossPlot.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::Error;

llvm::Expected<Outputs> Outputs::create(const Options &options) {
  Outputs result;
  std::pair<StringRef, std::optional<OutputFile> *> files[] = {
      {options.csv, &result.csv},         {options.plot, &result.plot},
      {options.outputs, &result.outputs}, {options.saveInputs, &result.inputs},
      {options.dump, &result.dump},       {options.health, &result.health},
      {options.html, &result.html},       {options.trace, &result.trace}};
  // Read the other run before any file is created.
  if (!options.compare.empty()) {
    llvm::Expected<std::vector<double>> losses = readLosses(options.compare);
    if (!losses)
      return losses.takeError();
    result.compared = {llvm::sys::path::filename(options.compare).str(),
                       std::move(*losses)};
  }
  for (auto [path, file] : files) {
    if (path.empty())
      continue;
    llvm::Expected<OutputFile> created = OutputFile::create(path);
    if (!created)
      return created.takeError();
    *file = std::move(*created);
  }
  if (result.csv)
    writeLossHeader(result.csv->os());
  return result;
}

Error Outputs::addInputs(const SavedInputs &saved) {
  writeSafeTensors(inputs->os(), saved.getTensors());
  return inputs->check();
}

Error Outputs::resume(const Record &record) {
  if (!csv)
    return Error::success();
  for (auto [i, loss] : llvm::enumerate(record.getLosses()))
    writeLossLine(csv->os(), static_cast<int64_t>(i), loss,
                  record.getSeconds()[i]);
  return csv->check();
}

Error Outputs::addPictures(const Step &last, const Record &record,
                           StringRef title, StringRef summary) {
  ArrayRef<double> seconds = last.program->getOpSeconds();
  if (trace) {
    writeTrace(trace->os(), *last.report, seconds);
    if (Error error = trace->check())
      return error;
  }
  if (!html)
    return Error::success();
  PageData page;
  page.title = title.str();
  page.summary = summary.str();
  page.losses = record.getLosses();
  page.compared = compared ? &*compared : nullptr;
  page.history = &history;
  page.report = last.report ? &*last.report : nullptr;
  page.seconds = seconds;
  writePage(html->os(), page);
  return html->check();
}

Error Outputs::addStep(const Step &step, size_t firstObservation,
                       int64_t number, std::optional<double> loss,
                       double seconds) {
  if (health)
    counters.add(step, firstObservation);
  if (html)
    history.add(step, firstObservation, number);
  if (!csv)
    return Error::success();
  writeLossLine(csv->os(), number, loss, seconds);
  // Publishing now lets users follow the run, and finds a full disk before a
  // long run.
  return csv->publish();
}

Error Outputs::finish(ArrayRef<NamedTensor> results, size_t firstObservation,
                      const llvm::DenseSet<unsigned> &packed,
                      const NamedResults &unpacked, const Record &record,
                      StringRef title) {
  if (plot)
    plotLoss(plot->os(), title, record.getLosses());
  if (outputs) {
    std::vector<NamedTensor> selected;
    for (auto [i, result] :
         llvm::enumerate(results.take_front(firstObservation)))
      if (!packed.contains(i))
        selected.push_back(result);
    for (auto [result, value] :
         llvm::zip_equal(unpacked.results, unpacked.values))
      selected.push_back({result.name, &value});
    writeSafeTensors(outputs->os(), selected);
  }
  if (dump) {
    auto isDumped = [](const NamedTensor &result) {
      StringRef name = result.name;
      return name.ends_with(".input") || name.ends_with(".codes") ||
             name.ends_with(".scale_inv");
    };
    std::vector<NamedTensor> selected;
    llvm::copy_if(results.drop_front(firstObservation),
                  std::back_inserter(selected), isDumped);
    writeSafeTensors(dump->os(), selected);
  }
  if (health)
    counters.write(health->os());
  for (std::optional<OutputFile> *file :
       {&csv, &plot, &outputs, &inputs, &dump, &health, &html, &trace})
    if (*file)
      if (Error error = (*file)->keep())
        return error;
  return Error::success();
}

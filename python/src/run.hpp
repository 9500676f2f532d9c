// A run as Python holds it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "binding.hpp"
#include "data_reader.hpp"
#include "python_domain.hpp"
#include "scrim/any/any_objects.hpp"

namespace scrim::python {

/// What Python applies to a release, in order.
using Postprocessing = std::vector<nb::object>;

/// What one call reads, beside the data.
struct ReadingArguments {
  nb::handle threads;   ///< an integer; 0 stands for all cores
  nb::handle progress;  ///< None or a callable
};

/// One pass over data. Calls from several threads take turns; whichever finishes or saves consumes
/// the run, and all later calls raise MisuseError.
class PythonRun {
 public:
  PythonRun(std::unique_ptr<AnyRun> run, const PythonDomain& domain, const AnyMetric& metric,
            Postprocessing postprocessing);

  void update(nb::handle data, ReadingArguments arguments);
  void merge(PythonRun& other);
  [[nodiscard]] nb::bytes save();
  [[nodiscard]] nb::object finish();

  [[nodiscard]] Postprocessing& held_objects() noexcept { return postprocessing_; }

 private:
  class Turn;

  std::unique_ptr<AnyRun> run_;  ///< none once an update has failed
  AnyDomain domain_;
  bool must_keep_rows_;
  NullPolicy nulls_;
  Postprocessing postprocessing_;
  std::mutex turns_;
  std::atomic<std::thread::id> in_turn_{};
};

}  // namespace scrim::python

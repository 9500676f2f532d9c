// A run as Python holds it.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "binding.hpp"
#include "data_reader.hpp"
#include "scrim/any/any_objects.hpp"

namespace scrim::python {

/// What Python applies to a release, in order.
using Postprocessing = std::vector<nb::object>;
[[nodiscard]] nb::object postprocessed(nb::object release, const Postprocessing& functions);

/// What one call reads, beside the data.
struct ReadingArguments {
  nb::handle threads;   ///< an integer; 0 stands for all cores
  nb::handle progress;  ///< None or a callable
};

/// One pass over data. Calls from several threads take turns; whichever finishes or saves consumes
/// the run, and all later calls raise MisuseError.
class PythonRun {
 public:
  /// `domain` is what the user was told, `read_domain` what the run takes: its rows may be null
  /// where nulls are dropped.
  PythonRun(AnyRun run, AnyDomain domain, AnyDomain read_domain, Postprocessing postprocessing);

  void update(nb::handle data, ReadingArguments arguments);
  void merge(PythonRun& other);
  [[nodiscard]] nb::bytes save();
  [[nodiscard]] nb::object finish();

  [[nodiscard]] Postprocessing& held_objects() noexcept { return postprocessing_; }

 private:
  class Turn;

  std::optional<AnyRun> run_;  ///< none once an update has failed
  AnyDomain domain_;
  AnyDomain read_domain_;
  Postprocessing postprocessing_;
  std::mutex turns_;
  std::atomic<std::thread::id> in_turn_{};
};

}  // namespace scrim::python

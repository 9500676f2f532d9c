// A run as Python holds it.
#pragma once

#include <nanobind/stl/optional.h>

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "binding.hpp"
#include "data_reader.hpp"
#include "scrim/any/any_objects.hpp"

namespace scrim::python {

/// What Python applies to a release, in order.
using Postprocessing = std::vector<nb::object>;
[[nodiscard]] nb::object postprocessed(nb::object release, const Postprocessing& functions);

/// The bytes that Python holds, where they lie.
[[nodiscard]] inline std::span<const std::byte> bytes_of(const nb::bytes& bytes) {
  return {static_cast<const std::byte*>(bytes.data()), bytes.size()};
}
[[nodiscard]] inline std::optional<StateKey> key_of(const std::optional<nb::bytes>& key) {
  return key ? std::optional(bytes_of(*key)) : std::nullopt;
}

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
  [[nodiscard]] nb::bytes save(const std::optional<nb::bytes>& key);
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

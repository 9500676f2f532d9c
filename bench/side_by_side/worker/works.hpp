// The works that are timed: what the library does to the data that the worker holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <scrim/scrim.hpp>

#include "invoke.hpp"
#include "plain_pass.hpp"
#include "stopwatch.hpp"

namespace scrim::side_by_side {

/// The results of `count` runs, the time of all of them together, and what one of them costs in
/// privacy (or, of scores, how far they move) when one row, or every score by one, changes.
template <class Value>
struct Timed {
  std::vector<Value> values;
  Elapsed elapsed;
  double loss = 0.0;
};

template <class Run>
[[nodiscard]] auto time_runs(std::size_t count, Run run) {
  Timed<decltype(run())> timed{};
  timed.values.reserve(count);
  const Stopwatch stopwatch;
  for (std::size_t i = 0; i < count; ++i) timed.values.push_back(run());
  timed.elapsed = stopwatch.elapsed();
  return timed;
}

template <class T>
[[nodiscard]] auto time_plain_pass(std::span<const T> values, std::size_t count) {
  // Read anew each time, so that the compiler cannot take one pass for all of them.
  const T* volatile start = values.data();
  return time_runs(count, [&] { return plain_pass(std::span<const T>(start, values.size())); });
}

/// The scores of the candidates. The transformation is made before the time starts.
template <Number T>
[[nodiscard]] auto time_scoring(std::span<const T> rows, const std::vector<T>& candidates,
                                Alpha alpha, unsigned threads, std::size_t count) {
  const auto scores =
      make_quantile_score_candidates(vector_domain<T>(), SymmetricDistance{}, candidates, alpha);
  auto timed = time_runs(count, [&] { return invoke(scores, rows, threads); });
  timed.loss = static_cast<double>(scores.map(1));
  return timed;
}

/// Selections from scores. The measurement is made before the time starts.
template <SelectionMeasure MO>
[[nodiscard]] auto time_selection(std::span<const std::uint64_t> scores, const TopKOptions& options,
                                  std::size_t count) {
  const auto top = make_report_noisy_top_k(vector_domain<std::uint64_t>(),
                                           LInfDistance<std::uint64_t>{}, MO{}, options);
  auto timed = time_runs(count, [&] { return top.invoke(scores); });
  timed.loss = top.map(1);
  return timed;
}

/// From the array to the private quantile: making the measurement is part of the time.
template <Number T>
[[nodiscard]] auto time_private_quantile(std::span<const T> rows, const QuantileOptions<T>& options,
                                         unsigned threads, std::size_t count) {
  const auto make = [&] {
    return make_private_quantile(vector_domain<T>(), SymmetricDistance{}, MaxDivergence{}, options);
  };
  auto timed = time_runs(count, [&] { return invoke(make(), rows, threads); });
  timed.loss = make().map(1);
  return timed;
}

}  // namespace scrim::side_by_side

// A randomised function whose output may be published, with the map that says what that costs.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "scrim/core/distance_map.hpp"
#include "scrim/core/parts.hpp"
#include "scrim/core/read_options.hpp"
#include "scrim/core/run.hpp"
#include "scrim/core/shape.hpp"
#include "scrim/spaces/domain_concept.hpp"
#include "scrim/spaces/given_distance.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/metric_concepts.hpp"

namespace scrim {

/// Lets combinators compose a measurement's function. Others go through invoke and runs: a state of
/// the bare fold could be finished twice, which would be two releases charged as one.
struct MeasurementAccess {
  template <class M>
  [[nodiscard]] static const typename M::Function& function_of(const M& measurement) noexcept {
    return measurement.function_;
  }
};

/// Input domain and metric, output measure, function, privacy map.
///
/// Invariant (established by the constructor that makes it, and proved there): for members x, x' of
/// the input domain that are d_in-close, the laws of function(x) and function(x') are
/// map(d_in)-close under the output measure.
template <Domain DI, Metric MI, Measure MO, class Out>
  requires MetricSpace<DI, MI>
class Measurement {
 public:
  using InputDomain = DI;
  using InputMetric = MI;
  using OutputMeasure = MO;
  using Output = Out;
  using DistanceIn = typename MI::Distance;
  using DistanceOut = typename MO::Distance;
  using Function = MeasurementFunction<DI, MI, Out>;
  using Map = PrivacyMap<DistanceIn, DistanceOut>;

  Measurement(DI input_domain, MI input_metric, MO output_measure, Function function,
              Map privacy_map)
      : input_domain_(std::move(input_domain)),
        input_metric_(std::move(input_metric)),
        output_measure_(std::move(output_measure)),
        function_(std::move(function)),
        privacy_map_(privacy_map.is_named() ? std::move(privacy_map)
                                            : privacy_map.between(input_metric_.describe(),
                                                                  output_measure_.describe())) {
    check_space(input_domain_, input_metric_);
  }

  [[nodiscard]] const DI& input_domain() const noexcept { return input_domain_; }
  [[nodiscard]] const MI& input_metric() const noexcept { return input_metric_; }
  [[nodiscard]] const MO& output_measure() const noexcept { return output_measure_; }
  [[nodiscard]] const Map& privacy_map() const noexcept { return privacy_map_; }

  /// The privacy loss of one release, if neighbouring inputs are d_in-close.
  [[nodiscard]] DistanceOut map(GivenDistance<DistanceIn> d_in) const {
    return privacy_map_.forward(d_in);
  }

  /// True only if a release is certain to lose no more than d_out between d_in-close inputs.
  [[nodiscard]] bool check(GivenDistance<DistanceIn> d_in, GivenDistance<DistanceOut> d_out) const {
    return privacy_map_.check(d_in, d_out);
  }

  /// One release. Fails only for lack of entropy or memory or because a declared size is wrong.
  [[nodiscard]] Out invoke(ViewOf<DI> value) const {
    if constexpr (OverRows<MI>) {
      return invoke(value, ReadOptions{});
    } else {
      check_declared_size(input_domain_, value);
      return function_.apply(value);
    }
  }

  /// One release of the same law, from rows that are read on several threads:
  /// `invoke(rows, {.threads = 2})`.
  [[nodiscard]] Out invoke(ViewOf<DI> rows, ReadOptions options) const
    requires OverRows<MI>
  {
    auto run = start();
    run.update(rows, options);
    return std::move(run).finish();
  }

  /// A run over rows that arrive piece by piece; finishing it is the release. Or over one part of
  /// them, to be merged with runs over the others: `start({.index = 0, .count = 2})`.
  [[nodiscard]] auto start(Part part = {}) const
    requires Streams<Function>
  {
    return Run(fold_of(function_), run_input(input_domain_), part);
  }

  /// A run that was saved, here or in another process, by a chain of the same functions on the
  /// same domain; with the key with which it was saved, if with any.
  [[nodiscard]] auto load(std::span<const std::byte> saved_run,
                          std::optional<StateKey> key = std::nullopt) const
    requires Streams<Function>
  {
    return load_run(fold_of(function_), run_input(input_domain_), saved_run, key);
  }

 private:
  friend struct MeasurementAccess;

  DI input_domain_;
  MI input_metric_;
  MO output_measure_;
  Function function_;
  Map privacy_map_;
};

}  // namespace scrim

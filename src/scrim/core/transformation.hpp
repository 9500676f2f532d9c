// A deterministic function between metric spaces, with the map that bounds how it stretches them.
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
#include "scrim/spaces/metric_concepts.hpp"

namespace scrim {

/// Input domain and metric, output domain and metric, function, stability map.
///
/// Invariant (established by the constructor that makes it, and proved there): for members x, x' of
/// the input domain that are d_in-close, function(x) and function(x') lie in the output domain and
/// are map(d_in)-close.
template <Domain DI, Metric MI, Domain DO, Metric MO>
  requires MetricSpace<DI, MI> && MetricSpace<DO, MO>
class Transformation {
 public:
  using InputDomain = DI;
  using InputMetric = MI;
  using OutputDomain = DO;
  using OutputMetric = MO;
  using DistanceIn = typename MI::Distance;
  using DistanceOut = typename MO::Distance;
  using Function = TransformationFunction<DI, MI, DO, MO>;
  using Map = StabilityMap<DistanceIn, DistanceOut>;

  Transformation(DI input_domain, MI input_metric, DO output_domain, MO output_metric,
                 Function function, Map stability_map)
      : input_domain_(std::move(input_domain)),
        input_metric_(std::move(input_metric)),
        output_domain_(std::move(output_domain)),
        output_metric_(std::move(output_metric)),
        function_(std::move(function)),
        stability_map_(
            stability_map.is_named()
                ? std::move(stability_map)
                : stability_map.between(input_metric_.describe(), output_metric_.describe())) {
    check_space(input_domain_, input_metric_);
    check_space(output_domain_, output_metric_);
  }

  [[nodiscard]] const DI& input_domain() const noexcept { return input_domain_; }
  [[nodiscard]] const MI& input_metric() const noexcept { return input_metric_; }
  [[nodiscard]] const DO& output_domain() const noexcept { return output_domain_; }
  [[nodiscard]] const MO& output_metric() const noexcept { return output_metric_; }
  [[nodiscard]] const Function& function() const noexcept { return function_; }
  [[nodiscard]] const Map& stability_map() const noexcept { return stability_map_; }

  /// The smallest output distance known to hold for inputs that are d_in-close.
  [[nodiscard]] DistanceOut map(GivenDistance<DistanceIn> d_in) const {
    return stability_map_.forward(d_in);
  }

  /// True only if d_in-close inputs are certain to give d_out-close outputs.
  [[nodiscard]] bool check(GivenDistance<DistanceIn> d_in, GivenDistance<DistanceOut> d_out) const {
    return stability_map_.check(d_in, d_out);
  }

  /// The function's value. Fails only for lack of memory or because a declared size is wrong.
  [[nodiscard]] typename DO::Carrier invoke(ViewOf<DI> value) const {
    if constexpr (Aggregates<MI, MO>) {
      return invoke(value, ReadOptions{});
    } else {
      check_declared_size(input_domain_, value);
      if constexpr (OverRows<MI>) {
        auto rows = no_rows_of(output_domain_);
        function_.for_each_result(value,
                                  [&](const BlockOf<DO>& block) { append_rows(rows, block); });
        return rows;
      } else {
        return function_.apply(value);
      }
    }
  }

  /// The same value, read on several threads: `invoke(rows, {.threads = 2})`. Not for functions
  /// from rows to rows, whose blocks would have to wait for each other to be put in order: chain
  /// them into an aggregate, and they run on its threads.
  [[nodiscard]] typename DO::Carrier invoke(ViewOf<DI> rows, ReadOptions options) const
    requires Aggregates<MI, MO>
  {
    auto run = start();
    run.update(rows, options);
    return std::move(run).finish();
  }

  /// A run over rows that arrive piece by piece; or over one part of them, to be merged with runs
  /// over the others: `start({.index = 0, .count = 2})`.
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
  DI input_domain_;
  MI input_metric_;
  DO output_domain_;
  MO output_metric_;
  Function function_;
  Map stability_map_;
};

}  // namespace scrim

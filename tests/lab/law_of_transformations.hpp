// Laws of transformations, on all small datasets under all dataset metrics, or on given values.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/law_datasets.hpp"
#include "lab/law_of_folds.hpp"
#include "lab/law_of_functions.hpp"
#include "lab/law_of_maps.hpp"
#include "lab/law_of_row_maps.hpp"
#include "lab/registry.hpp"
#include "lab/tightness.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/distances/value_distances.hpp"

namespace scrim::test {

// What follows is compiled once for rows, values and an output metric, and not for every
// transformation between them: most of what the laws take to compile is this.

/// For each d_in the largest output distance between members of the domain that are just this far
/// apart; nothing where no two are (with a known size, symmetric distances are even).
template <class Q>
using WorstByRows = std::array<std::optional<Q>, largest_d_in + 1>;

/// Which inputs are members of the domain.
template <class Domain, class Input>
[[nodiscard]] std::vector<bool> members_of(const Domain& domain, const std::vector<Input>& inputs) {
  std::vector<bool> is_member;
  for (const Input& input : inputs) is_member.push_back(domain.contains(input));
  return is_member;
}

/// Members of the domain have images in the output domain.
template <class OutputDomain, class Input, class Output>
void expect_members_to_map_to_members(const OutputDomain& output_domain,
                                      const std::vector<bool>& is_member,
                                      const std::vector<Input>& inputs,
                                      const std::vector<Output>& outputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (is_member[i] && !output_domain.contains(outputs[i])) {
      ADD_FAILURE() << "outside the output domain: " << testing::PrintToString(outputs[i])
                    << " from " << testing::PrintToString(inputs[i]);
      return;
    }
  }
}

/// What a transformation says about the outputs of inputs that are d_in apart.
template <class Q>
struct Claim {
  Q d_out;
  /// How far entries move against each other, where the output metric promises it: selections pay
  /// by this.
  std::optional<Q> range = std::nullopt;
  bool is_same = false;  ///< the metric takes the inputs for the same: so must the outputs be
};

/// The claim; nothing where the map's value does not fit.
template <class QI, class Q, class OutputMetric>
[[nodiscard]] std::optional<Claim<Q>> claim_at(const DistanceMap<QI, Q>& map,
                                               const OutputMetric& metric, QI d_in) {
  const auto d_out = forward_if_it_fits(map, d_in);
  if (!d_out) return std::nullopt;
  Claim<Q> claim{*d_out};
  claim.is_same = ValueMetric<OutputMetric> && d_in == 0;
  if constexpr (requires { metric.range_distance(*d_out); }) {
    try {
      claim.range = metric.range_distance(*d_out);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::overflow) throw;
    }
  }
  return claim;
}

/// How far two outputs are apart, in each way that a claim is about.
template <class Q>
struct Apart {
  Q d_out;
  std::optional<Q> range = std::nullopt;  ///< where the metric promises it
  bool is_same = false;

  [[nodiscard]] bool keeps(const Claim<Q>& claim) const {
    return d_out <= claim.d_out && (!claim.range || !range || *range <= *claim.range) &&
           (!claim.is_same || is_same);
  }
};

/// `measured` is how the metric sees the outputs: see measurable().
template <class OutputMetric, class Output, class Measured>
[[nodiscard]] auto apart(const OutputMetric& metric, const std::vector<Output>& outputs,
                         const std::vector<Measured>& measured, std::size_t first,
                         std::size_t second) {
  using Q = typename OutputMetric::Distance;
  Apart<Q> apart{.d_out = distance(metric, measured[first], measured[second])};
  if constexpr (requires { metric.range_distance(apart.d_out); }) {
    apart.range = distance(RangeDistance<Q>{}, outputs[first], outputs[second]);
  }
  apart.is_same = is_same_value(outputs[first], outputs[second]);
  return apart;
}

/// Which outputs are the same: each is given the number of the first that it equals, counted
/// without repetitions. Nothing where there are so many that to look would take longer.
template <class Output>
[[nodiscard]] std::vector<std::size_t> kinds_of(const std::vector<Output>& outputs) {
  constexpr std::size_t most = 200;
  std::vector<std::size_t> firsts;
  std::vector<std::size_t> kinds;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::size_t kind = 0;
    while (kind < firsts.size() && !is_same_value(outputs[firsts[kind]], outputs[i])) ++kind;
    if (kind == firsts.size()) firsts.push_back(i);
    if (firsts.size() > most) return {};
    kinds.push_back(kind);
  }
  return kinds;
}

/// apart(i, j) of outputs, computed once for outputs that are the same.
template <class OutputMetric, class Output, class Measured>
class ApartOnce {
 public:
  ApartOnce(const OutputMetric& metric, const std::vector<Output>& outputs,
            const std::vector<Measured>& measured)
      : metric_(metric), outputs_(outputs), measured_(measured), kinds_(kinds_of(outputs)) {
    for (const std::size_t kind : kinds_) kind_count_ = std::max(kind_count_, kind + 1);
    known_.resize(kind_count_ * kind_count_);
  }

  [[nodiscard]] auto operator()(std::size_t i, std::size_t j) {
    if (kinds_.empty()) return apart(metric_, outputs_, measured_, i, j);
    auto& known = known_[kinds_[i] * kind_count_ + kinds_[j]];
    if (!known) known = apart(metric_, outputs_, measured_, i, j);
    return *known;
  }

 private:
  const OutputMetric& metric_;
  const std::vector<Output>& outputs_;
  const std::vector<Measured>& measured_;
  std::vector<std::size_t> kinds_;
  std::size_t kind_count_ = 0;
  std::vector<std::optional<Apart<typename OutputMetric::Distance>>> known_;
};

/// The outputs as their metric sees them.
template <class OutputMetric, class Output>
[[nodiscard]] decltype(auto) measurable_under(const std::vector<Output>& outputs) {
  if constexpr (DatasetMetric<OutputMetric>) {
    return measurable(outputs);
  } else {
    return (outputs);
  }
}

/// Stability on all pairs of close datasets. It must hold for rows outside the domain too: a stray
/// NaN may then move the output no more than any other row.
template <class T, class Output, class Q, class OutputMetric>
[[nodiscard]] WorstByRows<Q> expect_stable_on_close(const CloseDatasets<T>& close,
                                                    const std::vector<bool>& is_member,
                                                    const std::vector<Output>& outputs,
                                                    const DistanceMap<std::uint32_t, Q>& map,
                                                    const OutputMetric& metric) {
  const auto& [datasets, pairs] = close;
  const auto& measured = measurable_under<OutputMetric>(outputs);
  std::array<std::optional<Claim<Q>>, largest_d_in + 1> claims;
  for (std::uint32_t d_in = 0; d_in <= largest_d_in; ++d_in) {
    claims[d_in] = claim_at(map, metric, d_in);
  }
  ApartOnce apart_once(metric, outputs, measured);
  WorstByRows<Q> worst{};
  for (const auto& [i, j, d_in] : pairs) {
    if (!claims[d_in]) continue;
    const auto found = apart_once(i, j);
    if (!found.keeps(*claims[d_in])) {
      ADD_FAILURE() << "not stable at d_in = " << d_in << ", where the map claims "
                    << describe_value(claims[d_in]->d_out) << ": "
                    << testing::PrintToString(datasets[i]) << " and "
                    << testing::PrintToString(datasets[j]) << " become "
                    << testing::PrintToString(outputs[i]) << " and "
                    << testing::PrintToString(outputs[j]);
      return worst;
    }
    if (is_member[i] && is_member[j]) {
      worst[d_in] = std::max(worst[d_in], std::optional(found.d_out));
    }
  }
  return worst;
}

/// All laws of one transformation of rows.
template <class T, class Transformation>
[[nodiscard]] auto expect_laws_on_rows(const Transformation& transformation) {
  using M = typename Transformation::InputMetric;
  using Output = decltype(invoke_on(transformation, std::vector<T>{}));
  const FunctionOf<std::vector<T>, Output> function = [&](const std::vector<T>& rows) {
    return invoke_on(transformation, rows);
  };
  const auto& domain = transformation.input_domain();
  expect_map_laws(transformation.stability_map());
  expect_one_error_for_wrong_sizes(declared_size(domain), function,
                                   datasets_up_to(edge_alphabet<T>().letters, 3));
  // What takes long is looked at under one metric: a metric has a say in maps, not in functions.
  constexpr bool look_long = std::same_as<M, SymmetricDistance>;
  if constexpr (DatasetMetric<typename Transformation::OutputMetric>) {
    // Nor has the size: one that is known will do.
    if (domain.size ? *domain.size == 1 : look_long) {
      expect_row_map_laws<T>(transformation.function());
    }
  } else {
    const auto folding = folding_of(transformation);
    expect_fold_laws_on_few_rows(folding);
    if (look_long && !folding.size) expect_fold_laws_on_many_rows(folding);
  }
  const auto& close = close_datasets<T, M>(domain.size);
  const auto is_member = members_of(domain, close.datasets);
  const auto outputs = outputs_of(function, close.datasets);
  expect_members_to_map_to_members(transformation.output_domain(), is_member, close.datasets,
                                   outputs);
  return expect_stable_on_close(close, is_member, outputs, transformation.stability_map(),
                                transformation.output_metric());
}

/// What an instance on rows may ask for.
struct OnRows {
  std::vector<std::size_t> sizes = known_sizes;
  bool without_known_size = true;
  std::vector<Slack> slack = {};  ///< that of `without_known_size` and `sizes` alike
};

namespace transformations {

template <class Q>
void expect_tight_on_rows(const Laws& laws, const std::string& instance,
                          const DistanceMap<std::uint32_t, Q>& map, const WorstByRows<Q>& worst,
                          const std::vector<Slack>& slacks) {
  for (std::uint32_t d_in = 1; d_in <= largest_d_in; ++d_in) {
    const auto claimed = forward_if_it_fits(map, d_in);
    if (!claimed || !worst[d_in]) continue;
    const auto slack = std::find_if(slacks.begin(), slacks.end(),
                                    [&](const Slack& named) { return named.d_in == d_in; });
    expect_tight(tightness_row(laws.constructor(), instance, d_in, *worst[d_in], *claimed),
                 slack == slacks.end() ? std::nullopt : std::optional(*slack));
  }
}

template <DatasetMetric M, Domain D, class Make>
void expect_laws_under(Laws& laws, const std::string& instance, const D& element, const Make& make,
                       const OnRows& options) {
  using T = typename D::Carrier;
  const auto domain = vector_domain(element);
  const std::string name = instance + ", " + M{}.describe();
  if constexpr (!M::needs_known_size) {
    if (options.without_known_size) {
      SCOPED_TRACE(name + ", size unknown");
      laws.count_instance();
      const auto transformation = make(domain, M{});
      expect_tight_on_rows(laws, name + ", size unknown", transformation.stability_map(),
                           expect_laws_on_rows<T>(transformation), options.slack);
    }
  }
  if (options.sizes.empty()) return;
  const std::string known_name =
      name + ", size " +
      (options.sizes.size() == 1 ? std::to_string(options.sizes.front()) : "known");
  SCOPED_TRACE(known_name);
  WorstByRows<typename decltype(make(domain.with_size(0), M{}))::DistanceOut> worst{};
  for (const std::size_t size : options.sizes) {
    SCOPED_TRACE("size " + std::to_string(size));
    laws.count_instance();
    const auto of_size = expect_laws_on_rows<T>(make(domain.with_size(size), M{}));
    for (std::size_t d = 0; d < worst.size(); ++d) worst[d] = std::max(worst[d], of_size[d]);
  }
  expect_tight_on_rows(laws, known_name,
                       make(domain.with_size(options.sizes.back()), M{}).stability_map(), worst,
                       options.slack);
}

}  // namespace transformations

/// All laws of make(domain, metric) over rows of `element`, under dataset metrics
/// (is_under_every_metric), with the size known and not.
template <Domain D, class Make>
void expect_laws_on_rows(Laws& laws, const std::string& instance, const D& element,
                         const Make& make, const OnRows& options = {}) {
  using namespace transformations;
  expect_laws_under<SymmetricDistance>(laws, instance, element, make, options);
  expect_laws_under<ChangeOneDistance>(laws, instance, element, make, options);
  if constexpr (is_under_every_metric) {
    expect_laws_under<InsertDeleteDistance>(laws, instance, element, make, options);
    expect_laws_under<HammingDistance>(laws, instance, element, make, options);
  }
}

/// The same for what takes no known size.
template <Domain D, class Make>
void expect_laws_on_rows_of_unknown_number(Laws& laws, const std::string& instance,
                                           const D& element, const Make& make) {
  using namespace transformations;
  expect_laws_under<SymmetricDistance>(laws, instance, element, make, {.sizes = {}});
  if constexpr (is_under_every_metric) {
    expect_laws_under<InsertDeleteDistance>(laws, instance, element, make, {.sizes = {}});
  }
}

namespace values {

/// The distance, or nothing where there is none: vectors of different sizes, or too far apart for
/// the distance type.
template <class Metric, class Value>
[[nodiscard]] std::optional<typename Metric::Distance> distance_if_any(const Metric& metric,
                                                                       const Value& a,
                                                                       const Value& b) {
  if constexpr (requires { a.size(); }) {
    if (a.size() != b.size()) return std::nullopt;
  }
  try {
    return distance(metric, a, b);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::overflow) throw;
    return std::nullopt;
  }
}

/// The values without those of a wrong size.
template <class Domain, class Value>
[[nodiscard]] std::vector<Value> of_declared_size(const Domain& domain, std::vector<Value> values) {
  if constexpr (requires(Value value) { value.size(); }) {
    if (const auto size = declared_size(domain)) {
      std::erase_if(values, [&](const Value& value) { return value.size() != *size; });
    }
  }
  return values;
}

}  // namespace values

/// All laws of a transformation of aggregates, on all pairs of the values; those of a wrong size
/// must raise the error. Tightness is measured at the distances given.
template <class Transformation, class Value>
void expect_laws_on_values(
    Laws& laws, const std::string& instance, const Transformation& transformation,
    const std::vector<Value>& values,
    const std::vector<typename Transformation::DistanceIn>& tight_distances) {
  using DistanceOut = typename Transformation::DistanceOut;
  const std::string name = instance + ", " + transformation.input_metric().describe();
  SCOPED_TRACE(name);
  laws.count_instance();
  expect_map_laws(transformation.stability_map());
  if constexpr (requires(Value value) { value.size(); }) {
    expect_one_error_for_wrong_sizes(transformation, values);
  }
  const auto inputs = values::of_declared_size(transformation.input_domain(), values);
  const auto is_member = members_of(transformation.input_domain(), inputs);
  const auto outputs = outputs_on(transformation, inputs);
  expect_members_to_map_to_members(transformation.output_domain(), is_member, inputs, outputs);
  std::vector<DistanceOut> worst(tight_distances.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto d_in =
          values::distance_if_any(transformation.input_metric(), inputs[i], inputs[j]);
      if (!d_in) continue;
      const auto claim =
          claim_at(transformation.stability_map(), transformation.output_metric(), *d_in);
      if (!claim) continue;
      const auto found = apart(transformation.output_metric(), outputs, outputs, i, j);
      if (!found.keeps(*claim)) {
        ADD_FAILURE() << "not stable at d_in = " << describe_value(*d_in) << ": "
                      << testing::PrintToString(inputs[i]) << " and "
                      << testing::PrintToString(inputs[j]) << " become "
                      << testing::PrintToString(outputs[i]) << " and "
                      << testing::PrintToString(outputs[j]);
        return;
      }
      if (!is_member[i] || !is_member[j]) continue;
      for (std::size_t k = 0; k < worst.size(); ++k) {
        if (*d_in <= tight_distances[k]) worst[k] = std::max(worst[k], found.d_out);
      }
    }
  }
  for (std::size_t k = 0; k < worst.size(); ++k) {
    const auto d_in = tight_distances[k];
    expect_tight(tightness_row(laws.constructor(), name, d_in, worst[k], transformation.map(d_in)),
                 {});
  }
}

}  // namespace scrim::test

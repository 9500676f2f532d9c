// Laws of measurements: their maps, their errors, and that releases lie in a public set. That laws
// of releases are as close as maps say is for the exact tests beside each mechanism.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "lab/law_of_folds.hpp"
#include "lab/law_of_transformations.hpp"

namespace scrim::test {

/// Whether a measurement draws noise: one that does not can be asked for the same release twice.
enum class Noise { none, some };

/// Releases on all inputs, in the domain or not, are public.
template <class Measurement, class Input, class IsPublic>
void expect_public_releases(const Measurement& measurement, const std::vector<Input>& inputs,
                            const IsPublic& is_public) {
  const auto releases = outputs_on(measurement, inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!is_public(releases[i])) {
      ADD_FAILURE() << testing::PrintToString(inputs[i]) << " released "
                    << testing::PrintToString(releases[i]);
      return;
    }
  }
}

namespace measurements {

template <class T, class Measurement, class IsPublic>
void expect_laws_on_rows(const Measurement& measurement, const IsPublic& is_public, Noise noise) {
  const auto size = declared_size(measurement.input_domain());
  const auto letters = edge_alphabet<T>().letters;
  expect_map_laws(measurement.privacy_map());
  expect_one_error_for_wrong_sizes(measurement, datasets_up_to(letters, 3));
  expect_public_releases(
      measurement, size ? datasets_of_size(letters, *size) : datasets_up_to(letters, 3), is_public);
  if (noise == Noise::none) expect_fold_laws(folding_of(measurement));
}

template <DatasetMetric M, Domain D, class Make, class IsPublic>
void expect_laws_under(Laws& laws, const std::string& instance, const D& element, const Make& make,
                       const IsPublic& is_public, Noise noise) {
  using T = typename D::Carrier;
  const auto domain = vector_domain(element);
  SCOPED_TRACE(instance + ", " + M{}.describe());
  if constexpr (!M::needs_known_size) {
    laws.count_instance();
    expect_laws_on_rows<T>(make(domain, M{}), is_public, noise);
  }
  for (const std::size_t size : {0U, 1U, 3U}) {
    SCOPED_TRACE("size " + std::to_string(size));
    laws.count_instance();
    expect_laws_on_rows<T>(make(domain.with_size(size), M{}), is_public, noise);
  }
}

}  // namespace measurements

/// All laws of the measurement make(domain, metric) over rows of `element`, under dataset
/// metrics (is_under_every_metric), with the size known and not.
template <Domain D, class Make, class IsPublic>
void expect_release_laws_on_rows(Laws& laws, const std::string& instance, const D& element,
                                 const Make& make, const IsPublic& is_public,
                                 Noise noise = Noise::some) {
  using measurements::expect_laws_under;
  expect_laws_under<SymmetricDistance>(laws, instance, element, make, is_public, noise);
  expect_laws_under<ChangeOneDistance>(laws, instance, element, make, is_public, noise);
  if constexpr (is_under_every_metric) {
    expect_laws_under<InsertDeleteDistance>(laws, instance, element, make, is_public, noise);
    expect_laws_under<HammingDistance>(laws, instance, element, make, is_public, noise);
  }
}

/// All laws of a measurement of aggregates. Without noise, inputs at distance 0 have one release.
template <class Measurement, class Value, class IsPublic>
void expect_release_laws_on_values(Laws& laws, const std::string& instance,
                                   const Measurement& measurement, const std::vector<Value>& values,
                                   const IsPublic& is_public, Noise noise = Noise::some) {
  SCOPED_TRACE(instance + ", " + measurement.input_metric().describe() + ", " +
               measurement.output_measure().describe());
  laws.count_instance();
  expect_map_laws(measurement.privacy_map());
  if constexpr (requires(Value value) { value.size(); }) {
    expect_one_error_for_wrong_sizes(measurement, values);
  }
  const auto inputs = values::of_declared_size(measurement.input_domain(), values);
  expect_public_releases(measurement, inputs, is_public);
  if (noise == Noise::some) return;
  const auto releases = outputs_on(measurement, inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (values::distance_if_any(measurement.input_metric(), inputs[i], inputs[j]) == 0) {
        EXPECT_EQ(releases[i], releases[j])
            << testing::PrintToString(inputs[i]) << " and " << testing::PrintToString(inputs[j]);
      }
    }
  }
}

/// Whether these are k different indices below n.
[[nodiscard]] inline bool are_distinct_indices(const std::vector<std::size_t>& indices,
                                               std::size_t k, std::size_t n) {
  return indices.size() == k && std::set(indices.begin(), indices.end()).size() == k &&
         std::all_of(indices.begin(), indices.end(), [n](std::size_t index) { return index < n; });
}

}  // namespace scrim::test

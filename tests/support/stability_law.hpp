// The law of every transformation, tried on every pair of some datasets: outputs lie in the output
// domain, and are no further apart than the map says.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "scrim/core/transformation.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/distances/value_distances.hpp"

namespace scrim::test {

/// The worst case found: for each d_in, the largest output distance that was seen.
template <class DistanceIn, class DistanceOut>
using WorstDistances = std::map<DistanceIn, DistanceOut>;

/// Fails the running test where the law is broken, and returns what was seen, for tightness.
template <class Transformation, class Value>
auto expect_stable(const Transformation& transformation, const std::vector<Value>& inputs,
                   typename Transformation::DistanceIn largest_d_in) {
  using DistanceIn = typename Transformation::DistanceIn;
  using DistanceOut = typename Transformation::DistanceOut;
  std::vector<typename Transformation::OutputDomain::Carrier> outputs;
  outputs.reserve(inputs.size());
  for (const auto& input : inputs) {
    outputs.push_back(transformation.invoke(input));
    EXPECT_TRUE(transformation.output_domain().contains(outputs.back()));
  }
  WorstDistances<DistanceIn, DistanceOut> worst;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t j = 0; j < inputs.size(); ++j) {
      const auto d_in = distance(transformation.input_metric(), inputs[i], inputs[j]);
      if (d_in > largest_d_in) continue;
      const auto d_out = distance(transformation.output_metric(), outputs[i], outputs[j]);
      auto [entry, is_new] = worst.try_emplace(d_in, d_out);
      if (!is_new) entry->second = std::max(entry->second, d_out);
    }
  }
  for (const auto& [d_in, d_out] : worst) {
    EXPECT_LE(d_out, transformation.map(d_in)) << "at d_in = " << d_in;
  }
  return worst;
}

}  // namespace scrim::test

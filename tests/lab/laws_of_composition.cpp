#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/combinators/composition/make_composition.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/impute/make_impute.hpp"

namespace scrim::test::laws_of_composition {
namespace {

const std::vector<double> candidates{-1.0, 0.0, 1e6 + 1.0 / 3.0};

[[nodiscard]] bool is_candidate(double release) {
  return std::find(candidates.begin(), candidates.end(), release) != candidates.end();
}

/// The map of the composition is the exact sum of those of its parts, rounded up.
template <class Composition, class... Parts>
void expect_map_is_the_sum(const Composition& composition, const Parts&... parts) {
  using Distance = typename Composition::DistanceIn;
  for (const Distance d_in : ugly_distances<Distance>()) {
    const std::vector<double> losses{parts.map(d_in)...};
    Rational sum = 0;
    bool is_infinite = false;
    for (const double loss : losses) {
      is_infinite = is_infinite || loss == std::numeric_limits<double>::infinity();
      if (!is_infinite) sum += to_rational(loss);
    }
    EXPECT_EQ(composition.map(d_in),
              is_infinite ? std::numeric_limits<double>::infinity() : to_double_up(sum))
        << "at d_in = " << describe_value(d_in);
  }
}

template <class MO>
void expect_list_laws(Laws& laws, MO measure, const std::vector<double>& scales) {
  const auto quantile = [=](const auto& domain, const auto& metric, double alpha, double scale) {
    return make_private_quantile(domain, metric, measure,
                                 {.candidates = candidates, .alpha = alpha, .scale = scale});
  };
  const Noise noise = scales.front() == 0.0 ? Noise::none : Noise::some;
  expect_release_laws_on_rows(
      laws, "three quantiles, " + measure.describe() + ", scale " + describe_value(scales.front()),
      atom_domain<double>(),
      [&](const auto& domain, const auto& metric) {
        const std::vector parts{quantile(domain, metric, 0.5, scales[0]),
                                quantile(domain, metric, 0.1, scales[1]),
                                quantile(domain, metric, 0.9999, scales[2])};
        const auto composition = make_composition(parts);
        expect_map_is_the_sum(composition, parts[0], parts[1], parts[2]);
        return composition;
      },
      [](const std::vector<double>& releases) {
        return releases.size() == 3 && std::all_of(releases.begin(), releases.end(), is_candidate);
      },
      noise);

  // One selection is a composition of one; three of them, of vectors of scores.
  const auto top = [=](std::size_t k, double scale) {
    return make_report_noisy_top_k(vector_domain<double>().with_size(3), LInfDistance<double>{},
                                   measure, {.k = k, .scale = scale, .optimize = Optimize::max});
  };
  const std::vector parts{top(1, scales[0]), top(3, scales[1]), top(2, scales[2])};
  const auto composition = make_composition(parts);
  expect_map_is_the_sum(composition, parts[0], parts[1], parts[2]);
  expect_release_laws_on_values(
      laws, "three selections, scale " + describe_value(scales.front()), composition,
      datasets_up_to(edge_alphabet<double>().letters, 3),
      [](const std::vector<std::vector<std::size_t>>& releases) {
        return releases.size() == 3 && are_distinct_indices(releases[0], 1, 3) &&
               are_distinct_indices(releases[1], 3, 3) && are_distinct_indices(releases[2], 2, 3);
      },
      noise);
}

SCRIM_LAWS_OF(make_composition, list) {
  for (const std::vector<double>& scales :
       {std::vector{0.0, 0.0, 0.0}, {0.1, 0.2, 0.3}, {1e6 + 1.0 / 3.0, 0x1p-20, 7.0 / 5.0}}) {
    expect_list_laws(laws, MaxDivergence{}, scales);
    expect_list_laws(laws, RangeDivergence{}, scales);
    expect_list_laws(laws, ZeroConcentratedDivergence{}, scales);
  }
}

/// A quantile of the rows that are there, and which counts are largest where nulls are a value.
template <class D, class M, class MO>
auto mixed_composition(const D& domain, const M& metric, MO measure, double scale) {
  const auto value =
      make_private_quantile(vector_domain<std::int64_t>(domain.size), metric, measure,
                            {.candidates = {-1, 0, 1}, .alpha = 0.5, .scale = scale});
  const auto imputed = make_impute(domain, metric, std::int64_t{7});
  const auto first = make_chain(imputed, value);
  const auto counts =
      make_chain(imputed, make_count_by_categories(imputed.output_domain(), metric, {-1, 7, 1}));
  const auto second = counts >> then_report_noisy_top_k(
                                    measure, {.k = 2, .scale = scale, .optimize = Optimize::max});
  const auto composition = make_composition(first, second);
  expect_map_is_the_sum(composition, first, second);
  return composition;
}

SCRIM_LAWS_OF(make_composition, tuple) {
  const auto expect_laws = [&](auto measure, double scale) {
    expect_release_laws_on_rows(
        laws, "quantile and selection, " + measure.describe() + ", scale " + describe_value(scale),
        option_domain(atom_domain<std::int64_t>()),
        [&](const auto& domain, const auto& metric) {
          return mixed_composition(domain, metric, measure, scale);
        },
        [](const std::tuple<std::int64_t, std::vector<std::size_t>>& releases) {
          const auto& [quantile, best] = releases;
          return quantile >= -1 && quantile <= 1 && are_distinct_indices(best, 2, 3);
        },
        scale == 0.0 ? Noise::none : Noise::some);
  };
  for (const double scale : {0.0, 0.1, 1e6 + 1.0 / 3.0}) {
    expect_laws(MaxDivergence{}, scale);
    expect_laws(RangeDivergence{}, scale);
    expect_laws(ZeroConcentratedDivergence{}, scale);
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_composition

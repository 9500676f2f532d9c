#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"

namespace scrim::test::laws_of_chain {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr std::size_t candidates = 3;

template <class D, class M>
auto clamp_to_unit(const D& domain, const M& metric) {
  return make_clamp(domain, metric, Bounds{-0.0, 1.0});
}

template <class D, class M>
auto scores_of(const D& domain, const M& metric) {
  return make_quantile_score_candidates(domain, metric, {0.0, tiny, 1.0}, Fraction{1, 3});
}

template <class D, class M>
auto counts_of(const D& domain, const M& metric) {
  return make_count_by_categories(domain, metric, {0, 1, 77});
}

/// The chain of the two; its function and map are those of its parts, one after the other.
template <class First, class Second, class Inputs>
auto chain_of(const First& first, const Second& second, const Inputs& inputs) {
  const auto chain = make_chain(first, second);
  for (const auto& input : inputs) {
    EXPECT_TRUE(is_same_value(chain.invoke(input), second.invoke(first.invoke(input))))
        << testing::PrintToString(input);
  }
  expect_map_is_composed(chain.stability_map(), first.stability_map(), second.stability_map());
  return chain;
}

template <class D>
auto rows_for(const D& domain) {
  using T = typename D::Element;
  return domain.size && *domain.size > 3 ? std::vector<std::vector<T>>{}
         : domain.size                   ? datasets_of_size(edge_alphabet<T>().few, *domain.size)
                                         : datasets_up_to(edge_alphabet<T>().few, 3);
}

SCRIM_LAWS_OF(make_chain, transformations) {
  expect_laws_on_rows(laws, "rows to rows to rows", atom_domain<double>(),
                      [](const auto& domain, const auto& metric) {
                        const auto first = make_clamp(domain, metric, Bounds{-infinity, 1.0});
                        return chain_of(first, clamp_to_unit(first.output_domain(), metric),
                                        rows_for(domain));
                      });
  expect_laws_on_rows(laws, "rows to rows to scores", atom_domain<double>(),
                      [](const auto& domain, const auto& metric) {
                        const auto first = clamp_to_unit(domain, metric);
                        return chain_of(first, scores_of(first.output_domain(), metric),
                                        rows_for(domain));
                      });
  expect_laws_on_rows(laws, "rows to counts to clamped counts", atom_domain<std::int64_t>(),
                      [](const auto& domain, const auto& metric) {
                        const auto first = counts_of(domain, metric);
                        const auto second = make_clamp(first.output_domain(), first.output_metric(),
                                                       Bounds<std::uint64_t>{0, 3});
                        return chain_of(first, second, rows_for(domain));
                      });
  const auto vectors = datasets_of_size(few_edge_doubles(), 2);
  const auto first = make_clamp(vector_domain<double>().with_size(2), LInfDistance<double>{},
                                Bounds{-infinity, 1.0});
  const auto second = clamp_to_unit(first.output_domain(), first.output_metric());
  expect_laws_on_values(laws, "vectors to vectors to vectors", chain_of(first, second, vectors),
                        vectors, {tiny, 1.0});
}

template <class D, class M>
auto selection_from(const D& domain, const M& metric, double scale) {
  return make_report_noisy_top_k(domain, metric, MaxDivergence{},
                                 {.k = 2, .scale = scale, .optimize = Optimize::min});
}

template <class D, class M>
auto selection_of_rows(const D& domain, const M& metric, double scale) {
  const auto first = clamp_to_unit(domain, metric);
  const auto scores = make_chain(first, scores_of(first.output_domain(), metric));
  const auto selection = selection_from(scores.output_domain(), scores.output_metric(), scale);
  const auto chain = make_chain(scores, selection);
  expect_map_is_composed(chain.privacy_map(), scores.stability_map(), selection.privacy_map());
  return chain;
}

SCRIM_LAWS_OF(make_chain, measurement_last) {
  const auto is_public = [](const auto& indices) {
    return are_distinct_indices(indices, 2, candidates);
  };
  for (const double scale : {0.0, 7.0 / 5.0}) {
    expect_release_laws_on_rows(
        laws, "rows to scores to indices, scale " + describe_value(scale), atom_domain<double>(),
        [scale](const auto& domain, const auto& metric) {
          return selection_of_rows(domain, metric, scale);
        },
        is_public, scale == 0.0 ? Noise::none : Noise::some);
    const auto first = clamp_to_unit(vector_domain<double>().with_size(3), LInfDistance<double>{});
    const auto second = selection_from(first.output_domain(), first.output_metric(), scale);
    const auto chain = make_chain(first, second);
    expect_map_is_composed(chain.privacy_map(), first.stability_map(), second.privacy_map());
    expect_release_laws_on_values(laws, "vectors to indices, scale " + describe_value(scale), chain,
                                  datasets_up_to(edge_alphabet<double>().letters, 3), is_public,
                                  scale == 0.0 ? Noise::none : Noise::some);
  }
}

SCRIM_LAWS_OF(make_postprocess, release) {
  const auto best_of = [](const std::vector<std::size_t>& indices) {
    return "candidate " + std::to_string(indices.front());
  };
  const auto is_public = [](const std::string& release) {
    return release == "candidate 0" || release == "candidate 1" || release == "candidate 2";
  };
  for (const double scale : {0.0, 0x1p-20}) {
    expect_release_laws_on_rows(
        laws, "rows, scale " + describe_value(scale), atom_domain<double>(),
        [&](const auto& domain, const auto& metric) {
          const auto selection = selection_of_rows(domain, metric, scale);
          const auto processed = make_postprocess(selection, best_of);
          for (const std::uint32_t d_in : ugly_distances<std::uint32_t>()) {
            EXPECT_EQ(forward_if_it_fits(processed.privacy_map(), d_in),
                      forward_if_it_fits(selection.privacy_map(), d_in));
          }
          return processed;
        },
        is_public, scale == 0.0 ? Noise::none : Noise::some);
  }
  const auto selection =
      selection_from(vector_domain<double>().with_size(3), RangeDistance<double>{}, 0.0);
  expect_release_laws_on_values(laws, "vectors", make_postprocess(selection, best_of),
                                datasets_up_to(edge_alphabet<double>().letters, 3), is_public,
                                Noise::none);
}

}  // namespace
}  // namespace scrim::test::laws_of_chain

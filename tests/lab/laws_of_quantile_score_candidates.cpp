#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim::test::laws_of_quantile_score_candidates {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tiny = std::numeric_limits<double>::denorm_min();

template <Number T>
void expect_quantile_score_laws(Laws& laws, const std::vector<T>& candidates, Alpha alpha,
                                const AtomDomain<T>& element = atom_domain<T>(),
                                const OnRows& options = {}, TiedRows ties = TiedRows::discounted) {
  const std::string instance = element.describe() + ", " + std::to_string(candidates.size()) +
                               " candidates, alpha " + std::to_string(alpha.num()) + "/" +
                               std::to_string(alpha.den());
  expect_laws_on_rows(
      laws, instance + (ties == TiedRows::spanned ? ", ties spanned" : ""), element,
      [&](const auto& domain, const auto& metric) {
        return make_quantile_score_candidates(domain, metric, candidates, alpha, ties);
      },
      options);
}

SCRIM_LAWS_OF(make_quantile_score_candidates, scores) {
  const std::vector<double> edges{-infinity, -1.0, 0.0, tiny, infinity};
  for (const Alpha alpha : {Alpha(0.0), Alpha(Fraction{1, 3}), Alpha(0.5), Alpha(1.0)}) {
    expect_quantile_score_laws(laws, edges, alpha);
  }
  expect_quantile_score_laws(laws, edges, Fraction{1, 3}, atom_domain<double>(), {},
                             TiedRows::spanned);
  expect_quantile_score_laws<std::uint8_t>(laws, {0, 2, 255}, 1.0, atom_domain<std::uint8_t>(), {},
                                           TiedRows::spanned);
  expect_quantile_score_laws<double>(laws, {-0.0}, 0.9999);
  expect_quantile_score_laws<double>(laws, {-1.0, 0.0, 1.0}, 0.9,
                                     atom_domain(Bounds{-infinity, 1.0}));
  expect_quantile_score_laws<float>(laws, {0.5F, 1e30F}, Fraction{2, 6});
  const std::vector<int> integers{std::numeric_limits<int>::min(), 1, 2};
  for (const Fraction alpha : {Fraction{0, 5}, Fraction{3, 7}, Fraction{5, 5}}) {
    expect_quantile_score_laws(laws, integers, alpha);
  }
  expect_quantile_score_laws(laws, std::vector<std::uint8_t>{0, 2, 255}, 0.25);

  // Four rows below the median, three of which move above it: on the way the score falls from 4 to
  // 0, and then it rises again.
  const Slack few_rows{
      .d_in = 3,
      .ratio = 2.0 / 3.0,
      .caveat = "Not tight for `d_in` greater than what a dataset of the given size allows."};
  expect_quantile_score_laws<double>(
      laws, {0.5}, 0.5, atom_domain<double>(),
      {.sizes = {4}, .without_known_size = false, .slack = {few_rows}});

  // The largest denominator leaves room for one row on each side, and a known size is refused
  // beyond that. A row that is all there is moves a score by 2 less than the map, which is 2^64 - 1
  // here and does not fit at larger d_in.
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const Fraction nearly_one{most - 1, most};
  expect_quantile_score_laws<double>(laws, {0.0, 1.0}, nearly_one, atom_domain<double>(),
                                     {.sizes = {}});
  expect_quantile_score_laws<double>(
      laws, {0.0, 1.0}, nearly_one, atom_domain<double>(),
      {.sizes = {0, 1},
       .without_known_size = false,
       .slack = {{.d_in = 1, .ratio = 1.0, .caveat = few_rows.caveat},
                 {.d_in = 2, .ratio = 1.0, .caveat = few_rows.caveat}}});
}

}  // namespace
}  // namespace scrim::test::laws_of_quantile_score_candidates

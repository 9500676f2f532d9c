// What a mean is made of, end to end: a noisy count and a noisy sum of doubles, composed. The exact
// law of both on every small dataset and every neighbour of it, against the composition's map.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "scrim/combinators/composition/make_composition.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "scrim/transformations/quantise/make_quantise.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/law_divergence.hpp"
#include "support/noisy_integer_law.hpp"
#include "support/small_datasets.hpp"

namespace scrim::privacy_mean_exact_test {
namespace {

using Rows = std::vector<double>;
using CountAndSum = std::tuple<std::int64_t, std::int64_t>;

constexpr std::uint32_t largest_d_in = 3;
constexpr double rounding = 1e-12;

/// By quarters, between -1/2 and 5/4: both ends, one beyond each, and one that is rounded.
const Rows alphabet{-0.5, -1e300, 0.3, 1.25, std::numeric_limits<double>::infinity()};
constexpr int exponent = -2;
constexpr Bounds<std::int64_t> steps{-2, 5};

/// The measurement, with noise by `then_noise(scale)`; without noise it releases what it gathers.
template <DatasetMetric M>
auto count_and_sum(KnownSize size, const auto& then_noise, std::array<double, 2> scales) {
  const Space rows{vector_domain<double>(size), M{}};
  return make_composition(
      rows >> then_count() >> then_noise(scales[0]),
      rows >> then_quantise(exponent, steps) >> then_sum() >> then_noise(scales[1]));
}

template <DatasetMetric M>
std::vector<Rows> datasets(KnownSize size) {
  const auto all =
      size ? test::datasets_of_size(alphabet, *size) : test::datasets_up_to(alphabet, 3);
  std::vector<Rows> kept;
  for (const Rows& rows : all) {
    // The order of rows matters to ordered metrics only.
    if (M::ordered || std::is_sorted(rows.begin(), rows.end())) kept.push_back(rows);
  }
  return kept;
}

// --- the two noises: how they are added, and their law on what is added to

struct ByLaplace {
  using Measure = MaxDivergence;
  static constexpr std::array scales{7.0 / 5.0, 10.0};
  static constexpr std::array excesses{0.0};  // this measure has no order

  static auto then_noise(double scale) { return then_laplace(Measure{}, {.scale = scale}); }
  static std::vector<BigInterval> law_at(std::int64_t x, double scale) {
    return test::law_of_laplace_byte(static_cast<std::int8_t>(x), scale);
  }
};

struct ByGaussian {
  using Measure = ZeroConcentratedDivergence;
  static constexpr std::array scales{10.0, 12.5};
  // D_alpha / alpha is attained at alpha = 2, where the tilted weights have an integer for centre.
  static constexpr std::array excesses{0.01, 1.0, 3.0};

  static auto then_noise(double scale) { return then_gaussian(Measure{}, {.scale = scale}); }
  static std::vector<BigInterval> law_at(std::int64_t x, double scale) {
    return test::law_of_gaussian_byte(static_cast<std::int8_t>(x), scale);
  }
};

// --- the loss of two independent releases

template <class Real>
using Law = std::vector<Real>;

/// The laws of the count and of the sum of one dataset.
template <class Real>
using Laws = std::array<Law<Real>, 2>;

/// Losses of independent releases add up, outcome by outcome, so their extremes do.
template <class Real>
double joint_loss(MaxDivergence, const Laws<Real>& laws, const Laws<Real>& others, double) {
  const auto count = test::loss_range(laws[0], others[0]);
  const auto sum = test::loss_range(laws[1], others[1]);
  return std::max(count.highest + sum.highest, -(count.lowest + sum.lowest));
}

/// Renyi divergences of independent releases add up at each order.
template <class Real>
double joint_loss(ZeroConcentratedDivergence, const Laws<Real>& laws, const Laws<Real>& others,
                  double excess) {
  const auto one_way = [&](const Laws<Real>& a, const Laws<Real>& b) {
    return test::renyi_per_order(a[0], b[0], excess) + test::renyi_per_order(a[1], b[1], excess);
  };
  return std::max(one_way(laws, others), one_way(others, laws));
}

/// Laws by the value under them: many datasets share it.
template <class Noise, class Real>
class LawsOfValues {
 public:
  const Laws<Real>& at(const CountAndSum& values) {
    const auto [entry, is_new] = laws_.try_emplace(values);
    if (is_new) {
      entry->second = {law(std::get<0>(values), Noise::scales[0]),
                       law(std::get<1>(values), Noise::scales[1])};
    }
    return entry->second;
  }

 private:
  static Law<Real> law(std::int64_t x, double scale) {
    const std::vector<BigInterval> enclosed = Noise::law_at(x, scale);
    if constexpr (std::same_as<Real, BigInterval>) {
      return enclosed;
    } else {
      Law<Real> doubles;
      for (const BigInterval& mass : enclosed) doubles.push_back(mass.upper_double());
      return doubles;
    }
  }

  std::map<CountAndSum, Laws<Real>> laws_;
};

// --- the search

struct WorstPair {
  double approximate = -1.0;
  CountAndSum values;
  CountAndSum others;
  double excess = 0.0;
};

/// The worst pair at each distance, in doubles.
template <class Noise, DatasetMetric M>
std::array<WorstPair, largest_d_in + 1> worst_pairs(KnownSize size) {
  // What the composition itself gathers in its one pass.
  const auto gathering = count_and_sum<M>(size, Noise::then_noise, {0.0, 0.0});
  const std::vector<Rows> all = datasets<M>(size);
  std::vector<CountAndSum> values;
  for (const Rows& rows : all) values.push_back(gathering.invoke(rows));

  LawsOfValues<Noise, double> laws;
  std::map<std::tuple<CountAndSum, CountAndSum, double>, double> losses;
  std::array<WorstPair, largest_d_in + 1> worst;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const std::uint32_t d_in = distance(M{}, all[i], all[j]);
      if (d_in > largest_d_in) continue;
      for (const double excess : Noise::excesses) {
        const auto [entry, is_new] = losses.try_emplace({values[i], values[j], excess}, 0.0);
        if (is_new) {
          entry->second =
              joint_loss(typename Noise::Measure{}, laws.at(values[i]), laws.at(values[j]), excess);
        }
        if (entry->second > worst[d_in].approximate) {
          worst[d_in] = {entry->second, values[i], values[j], excess};
        }
      }
    }
  }
  return worst;
}

/// The worst ratio of the loss, enclosed, to `claim(d_in)`.
template <class Noise, DatasetMetric M>
double worst_ratio(KnownSize size, const auto& claim) {
  LawsOfValues<Noise, BigInterval> laws;
  double worst = 0.0;
  const auto pairs = worst_pairs<Noise, M>(size);
  for (std::uint32_t d_in = 0; d_in <= largest_d_in; ++d_in) {
    const WorstPair& pair = pairs[d_in];
    if (pair.approximate < 0.0) continue;  // as datasets of one size have no odd distance
    const double loss = joint_loss(typename Noise::Measure{}, laws.at(pair.values),
                                   laws.at(pair.others), pair.excess);
    if (d_in == 0) {
      EXPECT_LE(loss, rounding);
    } else {
      worst = std::max(worst, loss / claim(d_in));
    }
  }
  return worst;
}

template <class Noise, DatasetMetric M>
void expect_charged_and_no_more(KnownSize size) {
  const auto measurement = count_and_sum<M>(size, Noise::then_noise, Noise::scales);
  const double ratio =
      worst_ratio<Noise, M>(size, [&](std::uint32_t d_in) { return measurement.map(d_in); });
  EXPECT_LE(ratio, 1.0 + rounding) << M{}.describe();
  EXPECT_GE(ratio, 1.0 - 1e-9) << M{}.describe();
}

template <class Noise>
class PrivacyOfCountAndSum : public testing::Test {};
using Noises = testing::Types<ByLaplace, ByGaussian>;
TYPED_TEST_SUITE(PrivacyOfCountAndSum, Noises);

TYPED_TEST(PrivacyOfCountAndSum, is_what_the_composition_charges_where_rows_are_added) {
  expect_charged_and_no_more<TypeParam, SymmetricDistance>(std::nullopt);
  expect_charged_and_no_more<TypeParam, InsertDeleteDistance>(std::nullopt);
}

TYPED_TEST(PrivacyOfCountAndSum, is_what_the_composition_charges_where_rows_are_changed) {
  expect_charged_and_no_more<TypeParam, SymmetricDistance>(3);
  expect_charged_and_no_more<TypeParam, ChangeOneDistance>(3);
  expect_charged_and_no_more<TypeParam, HammingDistance>(3);
}

// The controls: maps that are wrong in ways that suggest themselves must be refuted.

TYPED_TEST(PrivacyOfCountAndSum, is_more_than_that_of_the_sum_alone) {
  const auto sum_alone = Space{vector_domain<double>(), SymmetricDistance{}} >>
                         then_quantise(exponent, steps) >> then_sum() >>
                         TypeParam::then_noise(TypeParam::scales[1]);
  EXPECT_GT((worst_ratio<TypeParam, SymmetricDistance>(
                std::nullopt, [&](std::uint32_t d_in) { return sum_alone.map(d_in); })),
            1.05);
}

TYPED_TEST(PrivacyOfCountAndSum, of_a_row_changed_is_more_than_of_its_largest_term) {
  const auto of_known_size =
      count_and_sum<SymmetricDistance>(3, TypeParam::then_noise, TypeParam::scales);
  const auto by_largest_term =
      Space{atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{}} >>
      TypeParam::then_noise(TypeParam::scales[1]);
  EXPECT_GT(of_known_size.map(2), by_largest_term.map(5));
  EXPECT_GT(
      (worst_ratio<TypeParam, ChangeOneDistance>(
          3, [&](std::uint32_t d_in) { return by_largest_term.map(std::uint64_t{5} * d_in); })),
      1.3);
}

}  // namespace
}  // namespace scrim::privacy_mean_exact_test

// The private quantile end to end: the exact law of the released candidate on every small dataset
// and every neighbour of it, against the measurement's map.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/law_divergence.hpp"
#include "support/law_neighbour_search.hpp"
#include "support/law_table.hpp"
#include "support/selection_law.hpp"
#include "support/small_datasets.hpp"

namespace scrim::privacy_quantile_exact_test {
namespace {

constexpr double rounding = 1e-9;
constexpr std::uint32_t largest_d_in = 3;

using Rows = std::vector<int>;
using Scores = std::vector<double>;

const std::vector<int> candidates{10, 20, 30};
/// Every place a row can have among the candidates.
const std::vector<int> alphabet{5, 10, 15, 20, 25, 30, 35};

struct Setting {
  Alpha alpha;
  double scale;  // in rows
  KnownSize size;
};

VectorDomain<AtomDomain<int>> domain_of(const Setting& setting) {
  return vector_domain<int>(setting.size);
}

/// All datasets of the domain; sorted ones only where the order of rows does not matter.
template <DatasetMetric M>
std::vector<Rows> datasets(const Setting& setting) {
  // Sequences are many more than multisets, so they are shorter and over fewer letters.
  const std::vector<int> few{5, 10, 15, 25, 35};
  const auto all = setting.size ? test::datasets_of_size(M::ordered ? few : alphabet, *setting.size)
                   : M::ordered ? test::datasets_up_to(few, 3)
                                : test::datasets_up_to(alphabet, 5);
  std::vector<Rows> kept;
  for (const Rows& rows : all) {
    if (M::ordered || std::is_sorted(rows.begin(), rows.end())) kept.push_back(rows);
  }
  return kept;
}

/// The worst pair at one distance.
struct WorstPair {
  double approximate = -1.0;
  Scores scores;
  Scores moved;
};

using WorstByDistance = std::array<WorstPair, largest_d_in + 1>;

/// Laws are selected from in doubles; only the worst pair at each distance is then enclosed.
constexpr double screened_excesses[] = {test::smallest_excess, 0.1, 1.0, 5.0, 30.0};

template <SelectionMeasure MO>
double screen(const std::vector<double>& law, const std::vector<double>& neighbour) {
  double worst = 0.0;
  for (const double excess : screened_excesses) {
    worst = std::max(worst, test::divergence(MO{}, law, neighbour, excess));
    if constexpr (!std::same_as<MO, ZeroConcentratedDivergence>) break;
  }
  return worst;
}

/// What end to end means here: rows are scored by the transformation, and the law of selecting from
/// scores is the closed one, which report_noisy_top_k_law_exact_test.cpp shows the sampler to have.
template <SelectionMeasure MO, DatasetMetric M>
WorstByDistance worst_pairs(const Setting& setting) {
  using Mechanism = typename test::MechanismOf<MO>::type;
  const auto scoring =
      make_quantile_score_candidates(domain_of(setting), M{}, candidates, setting.alpha);
  const double scale = quantile_score_scale(setting.scale, setting.alpha);

  // Many datasets share their scores: laws and divergences are computed once for each.
  std::map<Scores, std::size_t> numbers;
  std::vector<Scores> distinct;
  std::vector<std::vector<double>> laws;
  const std::vector<Rows> all = datasets<M>(setting);
  std::vector<std::size_t> number_of;
  for (const Rows& rows : all) {
    Scores scores;
    // The smallest score is the best one.
    for (const std::uint64_t score : scoring.invoke(rows)) {
      scores.push_back(-static_cast<double>(score));
    }
    const auto [entry, is_new] = numbers.try_emplace(scores, distinct.size());
    if (is_new) {
      distinct.push_back(scores);
      laws.push_back(test::selection_probabilities<Mechanism, double>(scores, scale, 1));
    }
    number_of.push_back(entry->second);
  }

  std::map<std::pair<std::size_t, std::size_t>, double> divergences;
  WorstByDistance worst;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {  // divergences are taken both ways
      const std::uint32_t d_in = distance(M{}, all[i], all[j]);
      if (d_in > largest_d_in) continue;
      const auto pair = std::minmax(number_of[i], number_of[j]);
      auto [entry, is_new] = divergences.try_emplace(pair, 0.0);
      if (is_new) entry->second = screen<MO>(laws[pair.first], laws[pair.second]);
      if (entry->second > worst[d_in].approximate) {
        worst[d_in] = {entry->second, distinct[pair.first], distinct[pair.second]};
      }
    }
  }
  return worst;
}

/// The divergence of a pair, in enclosures, at the order at which it is worst.
template <SelectionMeasure MO>
double enclose(const WorstPair& pair, double scale) {
  using Mechanism = typename test::MechanismOf<MO>::type;
  const double excess = test::worst_excess(
      MO{}, test::selection_probabilities<Mechanism, double>(pair.scores, scale, 1),
      test::selection_probabilities<Mechanism, double>(pair.moved, scale, 1));
  const test::SelectionCase c{pair.scores.size(), 1, scale, 0.0};
  return test::enclosed_divergence<Mechanism>(MO{}, {pair.scores, pair.moved, excess}, c);
}

/// The worst ratio of divergence to `claim(d_in)` over d_in from 1; d_in = 0 must lose nothing.
template <SelectionMeasure MO, DatasetMetric M, class Claim>
double worst_ratio(const Setting& setting, const Claim& claim) {
  const double scale = quantile_score_scale(setting.scale, setting.alpha);
  const WorstByDistance pairs = worst_pairs<MO, M>(setting);
  double worst = 0.0;
  for (std::uint32_t d_in = 0; d_in <= largest_d_in; ++d_in) {
    if (pairs[d_in].approximate < 0.0) continue;  // as datasets of one size have no odd distance
    const double loss = enclose<MO>(pairs[d_in], scale);
    if (d_in == 0) {
      EXPECT_LE(loss, rounding);
    } else {
      worst = std::max(worst, loss / claim(d_in));
    }
  }
  return worst;
}

template <SelectionMeasure MO, DatasetMetric M>
auto quantile(const Setting& setting) {
  return make_private_quantile(domain_of(setting), M{}, MO{},
                               QuantileOptions<int>{candidates, setting.alpha, setting.scale});
}

const std::vector<Alpha> alphas{Fraction{0, 1}, Fraction{1, 3}, Fraction{1, 2}, Fraction{1, 1}};
constexpr double scales[] = {7.0 / 5.0, 10.0};

// Each setting must come near its claim: a map that charges far too much would be found here too.
constexpr double near = 0.97;

template <SelectionMeasure MO>
class PrivacyOfQuantile : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    table() =
        test::MarkdownTable("Private quantile under " + MO{}.describe() +
                                ": the largest loss / claimed among all small neighbours",
                            {"measure", "metric of rows", "size", "alpha = 0", "1/3", "1/2", "1"});
  }
  static void TearDownTestSuite() { table().append_to_file_named_by(test::privacy_table_variable); }

  template <DatasetMetric M>
  static void expect_kept_and_nearly_attained(KnownSize size) {
    std::vector<std::string> row{MO{}.describe(), M{}.describe(),
                                 size ? std::to_string(*size) : "unknown"};
    for (const Alpha& alpha : alphas) {
      double worst = 0.0;
      for (const double scale : scales) {
        const Setting setting{alpha, scale, size};
        const auto measurement = quantile<MO, M>(setting);
        worst = std::max(worst, worst_ratio<MO, M>(setting, [&](std::uint32_t d_in) {
                           return measurement.map(d_in);
                         }));
      }
      EXPECT_LE(worst, 1.0 + rounding) << M{}.describe() << alpha.num() << "/" << alpha.den();
      EXPECT_GE(worst, near) << M{}.describe() << alpha.num() << "/" << alpha.den();
      row.push_back(test::fixed_decimal(worst, 6));
    }
    table().add_row(std::move(row));
  }

 private:
  static test::MarkdownTable& table() {
    static test::MarkdownTable instance("", {});
    return instance;
  }
};

using Measures = testing::Types<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;
TYPED_TEST_SUITE(PrivacyOfQuantile, Measures);

TYPED_TEST(PrivacyOfQuantile, keeps_the_map_of_unknown_size) {
  this->template expect_kept_and_nearly_attained<SymmetricDistance>(std::nullopt);
}

TYPED_TEST(PrivacyOfQuantile, keeps_the_map_of_known_size) {
  this->template expect_kept_and_nearly_attained<SymmetricDistance>(4);
  this->template expect_kept_and_nearly_attained<ChangeOneDistance>(4);
}

TYPED_TEST(PrivacyOfQuantile, keeps_the_map_of_ordered_rows) {
  this->template expect_kept_and_nearly_attained<InsertDeleteDistance>(std::nullopt);
  this->template expect_kept_and_nearly_attained<HammingDistance>(3);
}

// --- controls: wrong maps must be refuted
// ---------------------------------------------------------

/// The worst ratio for datasets of unknown size, if `claim(d_in, score scale)` is charged.
template <SelectionMeasure MO, class Claim>
double ratio_to_wrong_claim(Fraction alpha, const Claim& claim) {
  const Setting setting{alpha, 7.0 / 5.0, std::nullopt};
  const double scale = quantile_score_scale(setting.scale, setting.alpha);
  return worst_ratio<MO, SymmetricDistance>(
      setting, [&](std::uint32_t d_in) { return claim(static_cast<double>(d_in), scale); });
}

TYPED_TEST(PrivacyOfQuantile, refutes_half_of_the_map) {
  const auto half = [](double d_in, double scale) {
    return selection_loss(TypeParam{}, 2.0 * d_in, 1, scale) / 2;
  };
  EXPECT_GT(ratio_to_wrong_claim<TypeParam>({1, 2}, half), 1.9);
}

// What a row does to scores of the median is not monotonic: the factor 2 may not be dropped.
TYPED_TEST(PrivacyOfQuantile, refutes_the_median_priced_as_if_monotonic) {
  const auto one_way = [](double d_in, double scale) {
    return selection_loss(TypeParam{}, d_in, 1, scale);
  };
  EXPECT_GT(ratio_to_wrong_claim<TypeParam>({1, 2}, one_way), 1.9);
}

// alpha for max(alpha, 1 - alpha).
TYPED_TEST(PrivacyOfQuantile, refutes_the_third_priced_by_its_smaller_side) {
  const auto smaller_side = [](double d_in, double scale) {
    return selection_loss(TypeParam{}, 2.0 * d_in, 1, scale);
  };
  EXPECT_GT(ratio_to_wrong_claim<TypeParam>({1, 3}, smaller_side), 1.9);
}

}  // namespace
}  // namespace scrim::privacy_quantile_exact_test

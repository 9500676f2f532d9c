#include "support/distances/value_distances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "support/distances/same_value.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"

namespace scrim::value_distances_test {
namespace {

using test::datasets_of_size;
using test::error_of;

using Limits = std::numeric_limits<double>;
using Signed = std::numeric_limits<std::int64_t>;
constexpr double inf = Limits::infinity();
constexpr double nan = Limits::quiet_NaN();

const std::vector<double> edge_doubles = {
    -inf, -Limits::max(), -1.0, -0.0, 0.0, Limits::denorm_min(), 1.0, Limits::max(), inf, nan};
const std::vector<std::int64_t> edge_integers = {Signed::min(),     Signed::min() + 1, -1, 0, 1,
                                                 Signed::max() - 1, Signed::max()};

template <Number T>
bool same_entries(const std::vector<T>& x, const std::vector<T>& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](T a, T b) { return same_value(a, b); });
}

// The exact distances in rational arithmetic, written from the definitions alone; nullopt is
// infinite.

using Exact = std::optional<Rational>;

template <Number T>
std::optional<std::vector<Rational>> exact_differences(const std::vector<T>& x,
                                                       const std::vector<T>& y) {
  std::vector<Rational> differences;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (same_value(x[i], y[i])) {
      differences.emplace_back(0);
    } else if (std::isfinite(static_cast<double>(x[i])) &&
               std::isfinite(static_cast<double>(y[i]))) {
      differences.emplace_back(to_rational(x[i]) - to_rational(y[i]));
    } else {
      return std::nullopt;
    }
  }
  return differences;
}

template <Number T>
Exact exact_largest(const std::vector<T>& x, const std::vector<T>& y) {
  const auto differences = exact_differences(x, y);
  if (!differences) return std::nullopt;
  Rational largest = 0;
  for (const Rational& v : *differences) largest = std::max<Rational>(largest, abs(v));
  return largest;
}

template <Number T>
Exact exact_range(const std::vector<T>& x, const std::vector<T>& y) {
  if (x.size() < 2) return Rational(0);
  const auto differences = exact_differences(x, y);
  if (!differences) return std::nullopt;
  Rational range = 0;
  for (const Rational& a : *differences) {
    for (const Rational& b : *differences) range = std::max<Rational>(range, abs(Rational(a - b)));
  }
  return range;
}

template <int P, Number T>
Exact exact_power_sum(const std::vector<T>& x, const std::vector<T>& y) {
  const auto differences = exact_differences(x, y);
  if (!differences) return std::nullopt;
  Rational sum = 0;
  for (const Rational& v : *differences) {
    Rational product = 1;
    for (int factor = 0; factor < P; ++factor) product *= abs(v);
    sum += product;
  }
  return sum;
}

/// Whether `rounded` is the smallest value of Q, infinity included, whose p-th power is at least
/// `power`.
template <Float Q>
bool is_root_rounded_up(Q rounded, const Exact& power, int p = 1) {
  const auto raised = [p](Q value) {
    Rational product = 1;
    for (int factor = 0; factor < p; ++factor) product *= to_rational(value);
    return product;
  };
  if (!power) return rounded == std::numeric_limits<Q>::infinity();
  if (!(rounded >= 0)) return false;
  if (std::isfinite(rounded) && raised(rounded) < *power) return false;
  return rounded == 0 || raised(std::nextafter(rounded, Q{0})) < *power;
}

template <class M, Number T>
void expect_metric_axioms(const M& metric, const std::vector<std::vector<T>>& vectors,
                          bool tells_all_apart = true) {
  using Q = typename M::Distance;
  const std::size_t count = vectors.size();
  std::vector<std::vector<Q>> d(count, std::vector<Q>(count));
  for (std::size_t x = 0; x < count; ++x) {
    for (std::size_t y = 0; y < count; ++y) d[x][y] = distance(metric, vectors[x], vectors[y]);
  }
  for (std::size_t x = 0; x < count; ++x) {
    for (std::size_t y = 0; y < count; ++y) {
      const bool same = same_entries(vectors[x], vectors[y]);
      ASSERT_TRUE(tells_all_apart ? same == (d[x][y] == Q{0}) : !same || d[x][y] == Q{0});
      ASSERT_EQ(d[x][y], d[y][x]);
      for (std::size_t z = 0; z < count; ++z) {
        if (d[x][y] > d[x][z] || d[y][z] > d[x][z]) continue;  // spares most exact additions
        ASSERT_LE(d[x][z], add_up(d[x][y], d[y][z])) << x << ' ' << y << ' ' << z;
      }
    }
  }
}

template <Number Q, Number T>
void expect_axioms_of_all_vector_metrics(const std::vector<std::vector<T>>& vectors) {
  expect_metric_axioms(LpDistance<1, Q>{}, vectors);
  expect_metric_axioms(LpDistance<2, Q>{}, vectors);
  expect_metric_axioms(LpDistance<3, Q>{}, vectors);
  expect_metric_axioms(LInfDistance<Q>{}, vectors);
  expect_metric_axioms(LInfDistance<Q>{.monotonic = true}, vectors);
  expect_metric_axioms(RangeDistance<Q>{}, vectors, false);
}

TEST(ValueMetricAxioms, hold_on_pairs_of_edge_doubles) {
  expect_axioms_of_all_vector_metrics<double>(datasets_of_size(edge_doubles, 2));
}

TEST(ValueMetricAxioms, hold_on_triples_of_doubles) {
  expect_axioms_of_all_vector_metrics<double>(
      datasets_of_size<double>({-0.1, 0.0, 1.0 / 3.0, Limits::max()}, 3));
  expect_axioms_of_all_vector_metrics<float>(
      datasets_of_size<float>({-0.1f, 0.0f, 1.0f / 3.0f}, 3));
}

TEST(ValueMetricAxioms, hold_on_pairs_of_edge_integers) {
  expect_axioms_of_all_vector_metrics<double>(datasets_of_size(edge_integers, 2));
}

TEST(ValueMetricAxioms, hold_on_four_small_integers) {
  expect_axioms_of_all_vector_metrics<std::int32_t>(
      datasets_of_size<std::int8_t>({-128, 0, 127}, 4));
}

TEST(ValueMetricAxioms, hold_on_short_vectors) {
  expect_axioms_of_all_vector_metrics<double>(datasets_of_size(edge_doubles, 0));
  const auto singles = datasets_of_size(edge_doubles, 1);
  expect_axioms_of_all_vector_metrics<double>(singles);
  for (const auto& x : singles) {
    for (const auto& y : singles) EXPECT_EQ(distance(RangeDistance<double>{}, x, y), 0.0);
  }
}

/// Every metric rounds the exact distance up, once.
template <Float Q, Number T>
void expect_exact_then_rounded_up(const std::vector<std::vector<T>>& vectors) {
  for (const auto& x : vectors) {
    for (const auto& y : vectors) {
      const Exact largest = exact_largest(x, y);
      const Exact range = exact_range(x, y);
      const Exact monotonic = largest && range ? Exact(std::max(*largest, *range)) : std::nullopt;
      ASSERT_TRUE(is_root_rounded_up(distance(LInfDistance<Q>{}, x, y), largest));
      ASSERT_TRUE(is_root_rounded_up(distance(RangeDistance<Q>{}, x, y), range));
      ASSERT_TRUE(is_root_rounded_up(distance(LInfDistance<Q>{true}, x, y), monotonic));
      ASSERT_TRUE(is_root_rounded_up(distance(LpDistance<1, Q>{}, x, y), exact_power_sum<1>(x, y)));
      ASSERT_TRUE(
          is_root_rounded_up(distance(LpDistance<2, Q>{}, x, y), exact_power_sum<2>(x, y), 2));
      ASSERT_TRUE(
          is_root_rounded_up(distance(LpDistance<5, Q>{}, x, y), exact_power_sum<5>(x, y), 5));
      if (x.size() == 1) {
        ASSERT_TRUE(is_root_rounded_up(distance(AbsoluteDistance<Q>{}, x[0], y[0]), largest));
      }
    }
  }
}

TEST(ValueMetrics, round_exact_distances_of_doubles_up_once) {
  expect_exact_then_rounded_up<double>(datasets_of_size(edge_doubles, 1));
  expect_exact_then_rounded_up<double>(datasets_of_size<double>(
      {-Limits::max(), -0.1, 0.0, 3 * Limits::denorm_min(), 1.0 / 3.0, Limits::max(), inf}, 2));
  expect_exact_then_rounded_up<float>(
      datasets_of_size<double>({-1e-50, 0.0, 0.1, 16777217.0, 1e38, 1e39, Limits::max()}, 2));
}

TEST(ValueMetrics, round_exact_distances_of_floats_up_once) {
  using Floats = std::numeric_limits<float>;
  const std::vector<float> alphabet = {
      -Floats::max(), -0.1f, 0.0f, Floats::denorm_min(), 0.3f, Floats::max(), Floats::infinity()};
  expect_exact_then_rounded_up<float>(datasets_of_size(alphabet, 2));
  expect_exact_then_rounded_up<double>(datasets_of_size(alphabet, 2));
}

TEST(ValueMetrics, round_exact_distances_of_integers_up_once) {
  expect_exact_then_rounded_up<double>(datasets_of_size(edge_integers, 1));
  expect_exact_then_rounded_up<double>(datasets_of_size(edge_integers, 2));
  expect_exact_then_rounded_up<float>(datasets_of_size(edge_integers, 2));
  using Unsigned = std::numeric_limits<std::uint64_t>;
  expect_exact_then_rounded_up<double>(
      datasets_of_size<std::uint64_t>({0, 1, std::uint64_t{1} << 63, Unsigned::max()}, 2));
}

TEST(ValueMetrics, round_random_vectors_up_once) {
  std::mt19937_64 words(42);
  std::vector<std::vector<double>> vectors(30);
  for (auto& vector : vectors) {
    for (int i = 0; i < 3; ++i) {
      vector.push_back(std::ldexp(static_cast<double>(static_cast<std::int64_t>(words())),
                                  static_cast<int>(words() % 120) - 60));
    }
  }
  expect_exact_then_rounded_up<double>(vectors);
  expect_exact_then_rounded_up<float>(vectors);
}

TEST(AbsoluteDistance, takes_same_values_for_one) {
  const AbsoluteDistance<double> metric;
  EXPECT_EQ(distance(metric, inf, inf), 0.0);
  EXPECT_EQ(distance(metric, -inf, -inf), 0.0);
  EXPECT_EQ(distance(metric, -inf, inf), inf);
  EXPECT_EQ(distance(metric, -0.0, 0.0), 0.0);
  EXPECT_FALSE(std::signbit(distance(metric, 0.0, -0.0)));
  EXPECT_EQ(distance(metric, nan, nan), 0.0);
  EXPECT_EQ(distance(metric, nan, 0.0), inf);
  EXPECT_EQ(distance(metric, inf, Limits::max()), inf);
  EXPECT_EQ(distance(metric, Limits::max(), -Limits::max()), inf);
  EXPECT_EQ(distance(metric, 1.0, -Limits::denorm_min()), 1.0 + Limits::epsilon());
}

TEST(AbsoluteDistance, of_integers_is_exact_or_an_error) {
  EXPECT_EQ(distance(AbsoluteDistance<std::uint64_t>{}, Signed::min(), Signed::max()),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(distance(AbsoluteDistance<std::int64_t>{}, std::int64_t{-1}, Signed::max() - 1),
            Signed::max());
  EXPECT_EQ(error_of([] {
              (void)distance(AbsoluteDistance<std::int64_t>{}, std::int64_t{-1}, Signed::max());
            }).kind,
            ErrorKind::overflow);
  EXPECT_EQ(distance(AbsoluteDistance<std::int8_t>{}, -100, 27), 127);
  EXPECT_EQ(error_of([] { (void)distance(AbsoluteDistance<std::int8_t>{}, -100, 28); }).kind,
            ErrorKind::overflow);
  EXPECT_EQ(distance(AbsoluteDistance<float>{}, 16777217, 0), 16777218.0f);
}

TEST(AbsoluteDistance, of_floats_in_integers_is_the_ceiling) {
  EXPECT_EQ(distance(AbsoluteDistance<int>{}, 0.5, 0.2), 1);
  EXPECT_EQ(distance(AbsoluteDistance<int>{}, 5.0, 2.0), 3);
  EXPECT_EQ(distance(AbsoluteDistance<int>{}, inf, inf), 0);
  EXPECT_EQ(distance(AbsoluteDistance<std::int64_t>{}, 0x1p62, -1.0), (std::int64_t{1} << 62) + 1);
  EXPECT_EQ(distance(AbsoluteDistance<std::int64_t>{}, 0x1p62, 0.5), std::int64_t{1} << 62);
  EXPECT_EQ(error_of([] { (void)distance(AbsoluteDistance<int>{}, 0.0, 1e10); }).kind,
            ErrorKind::overflow);
  EXPECT_EQ(error_of([] { (void)distance(AbsoluteDistance<int>{}, 0.0, inf); }).kind,
            ErrorKind::overflow);
}

TEST(LpDistance, agrees_on_worked_examples) {
  const std::vector<int> x{0, 0};
  const std::vector<int> y{3, -4};
  EXPECT_EQ((distance(LpDistance<1, int>{}, x, y)), 7);
  EXPECT_EQ((distance(LpDistance<2, int>{}, x, y)), 5);
  EXPECT_EQ((distance(LpDistance<2, double>{}, x, y)), 5.0);
  EXPECT_EQ((distance(LpDistance<2, int>{}, x, {1, 1})), 2);
  EXPECT_EQ((distance(LpDistance<3, double>{}, {0., 0., 0.}, std::vector{3., 4., 5.})), 6.0);
}

TEST(LpDistance, stays_finite_where_the_squares_do_not) {
  const std::vector<double> zero{0.0, 0.0};
  const std::vector<double> large{0x3p1000, 0x4p1000};
  const std::vector<double> small{0x3p-1074, 0x4p-1074};
  EXPECT_EQ((distance(LpDistance<2, double>{}, zero, large)), 0x5p1000);
  EXPECT_EQ((distance(LpDistance<2, double>{}, zero, small)), 0x5p-1074);
  EXPECT_EQ((distance(LpDistance<2, double>{}, zero, {Limits::max(), Limits::max()})), inf);
}

TEST(LpDistance, of_integers_is_checked) {
  using Bytes = std::vector<std::uint8_t>;
  EXPECT_EQ((distance(LpDistance<1, std::uint8_t>{}, Bytes{0, 0}, {200, 55})), 255);
  EXPECT_EQ(
      error_of([] { (void)distance(LpDistance<1, std::uint8_t>{}, Bytes{0, 0}, {200, 56}); }).kind,
      ErrorKind::overflow);
  EXPECT_EQ(error_of([] {
              (void)distance(LpDistance<1, std::uint64_t>{},
                             std::vector{Signed::min(), std::int64_t{0}},
                             {Signed::max(), std::int64_t{1}});
            }).kind,
            ErrorKind::overflow);
}

TEST(RangeDistance, is_checked_at_the_extremes_of_integers) {
  const std::vector<std::int64_t> x{Signed::min(), Signed::max()};
  const std::vector<std::int64_t> y{Signed::max(), Signed::min()};
  EXPECT_EQ(error_of([&] { (void)distance(RangeDistance<std::uint64_t>{}, x, y); }).kind,
            ErrorKind::overflow);
  EXPECT_EQ(distance(RangeDistance<double>{}, x, y), 0x1p65);
  EXPECT_EQ(distance(RangeDistance<std::uint64_t>{}, x, x), 0u);
  EXPECT_EQ(distance(RangeDistance<std::uint64_t>{}, std::vector{Signed::max(), Signed::max()},
                     {Signed::min(), Signed::min()}),
            0u);
}

TEST(RangeDistance, does_not_see_a_common_shift) {
  EXPECT_EQ(distance(RangeDistance<int>{}, std::vector{1, 2, 3}, {11, 12, 13}), 0);
  EXPECT_EQ(distance(RangeDistance<int>{}, std::vector{1, 2, 3}, {11, 11, 14}), 2);
  EXPECT_EQ(distance(RangeDistance<double>{}, std::vector{inf, inf}, {0.0, 0.0}), inf);
  EXPECT_EQ(distance(RangeDistance<double>{}, std::vector{inf, 1.0}, {inf, 0.0}), 1.0);
}

TEST(VectorMetrics, refuse_vectors_of_two_sizes) {
  const std::vector<double> x{1.0};
  const std::vector<double> y{1.0, 2.0};
  const auto refusal = [&](auto metric) -> std::string {
    try {
      static_cast<void>(distance(metric, x, y));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal(LInfDistance<double>{}), "vectors of two sizes");
  EXPECT_NE(refusal(LpDistance<1, double>{}), "accepted");
  EXPECT_NE(refusal(RangeDistance<double>{}), "accepted");
}

TEST(VectorMetrics, take_spans) {
  const std::array<float, 2> x{1.0f, 5.0f};
  const std::array<float, 2> y{2.0f, 3.0f};
  const std::span<const float> view_x(x);
  const std::span<const float> view_y(y);
  EXPECT_EQ((distance(LpDistance<1, double>{}, view_x, view_y)), 3.0);
  EXPECT_EQ(distance(LInfDistance<double>{}, view_x, view_y), 2.0);
  EXPECT_EQ(distance(LInfDistance<double>{true}, view_x, view_y), 3.0);
  EXPECT_EQ(distance(RangeDistance<double>{}, view_x, view_y), 3.0);
}

TEST(DiscreteDistance, is_zero_exactly_between_same_values) {
  const DiscreteDistance metric;
  EXPECT_EQ(distance(metric, 1, 1), 0u);
  EXPECT_EQ(distance(metric, 1, 2), 1u);
  EXPECT_EQ(distance(metric, nan, -nan), 0u);
  EXPECT_EQ(distance(metric, -0.0, 0.0), 0u);
  EXPECT_EQ(distance(metric, std::string("a"), std::string("b")), 1u);
  EXPECT_EQ(distance(metric, std::vector{nan, 1.0}, std::vector{nan, 1.0}), 0u);
  EXPECT_EQ(distance(metric, std::vector{nan, 1.0}, std::vector{1.0, nan}), 1u);
  EXPECT_EQ(distance(metric, std::vector{1}, std::vector{1, 1}), 1u);
  EXPECT_EQ(distance(metric, std::vector<int>{}, std::vector<int>{}), 0u);
  EXPECT_EQ(distance(metric, std::vector<bool>{true, false}, std::vector<bool>{true, false}), 0u);
  EXPECT_EQ(distance(metric, std::vector<bool>{true, false}, std::vector<bool>{true, true}), 1u);
  using Nested = std::vector<std::vector<double>>;
  EXPECT_EQ(distance(metric, Nested{{nan}, {}}, Nested{{nan}, {}}), 0u);
  EXPECT_EQ(distance(metric, Nested{{nan}, {}}, Nested{{}, {nan}}), 1u);
}

TEST(DiscreteDistance, looks_into_values_that_may_be_missing_and_into_records) {
  const DiscreteDistance metric;
  using Maybe = std::optional<double>;
  EXPECT_EQ(distance(metric, Maybe(nan), Maybe(nan)), 0u);
  EXPECT_EQ(distance(metric, Maybe(0.0), Maybe(-0.0)), 0u);
  EXPECT_EQ(distance(metric, Maybe(), Maybe()), 0u);
  EXPECT_EQ(distance(metric, Maybe(), Maybe(nan)), 1u);
  EXPECT_EQ(distance(metric, Maybe(1.0), Maybe()), 1u);
  using Record = std::tuple<Maybe, std::string>;
  EXPECT_EQ(distance(metric, Record(nan, "a"), Record(nan, "a")), 0u);
  EXPECT_EQ(distance(metric, Record(nan, "a"), Record(nan, "b")), 1u);
  EXPECT_EQ(distance(metric, Record(std::nullopt, "a"), Record(nan, "a")), 1u);
  EXPECT_EQ(distance(metric, std::vector{Record(nan, "a")}, std::vector{Record(nan, "a")}), 0u);
}

TEST(DiscreteDistance, satisfies_the_metric_axioms) {
  expect_metric_axioms(DiscreteDistance{}, datasets_of_size(edge_doubles, 2));
}

}  // namespace
}  // namespace scrim::value_distances_test

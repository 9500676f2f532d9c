#include "scrim/spaces/option_domain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"

namespace scrim::option_domain_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(OptionDomain, contains_null_and_the_values_of_its_element) {
  const auto domain = option_domain(atom_domain(Bounds{0.0, 1.0}));
  EXPECT_TRUE(domain.contains(std::nullopt));
  EXPECT_TRUE(domain.contains(-0.0));
  EXPECT_TRUE(domain.contains(1.0));
  EXPECT_FALSE(domain.contains(std::nextafter(1.0, 2.0)));
  EXPECT_FALSE(domain.contains(nan)) << "NaN is no null";
  EXPECT_TRUE(option_domain(atom_domain_with_nan<double>()).contains(nan));
}

TEST(OptionDomain, compares_and_describes_its_element) {
  const auto domain = option_domain(atom_domain<double>());
  EXPECT_EQ(domain, option_domain(atom_domain<double>()));
  EXPECT_EQ(domain, (OptionDomain{atom_domain<double>()}));
  EXPECT_NE(domain, option_domain(atom_domain_with_nan<double>()));
  EXPECT_NE(domain, option_domain(atom_domain(Bounds{0.0, 1.0})));
  EXPECT_EQ(domain.describe(), "option_domain(atom_domain(float))");
  EXPECT_EQ(option_domain(atom_domain(Bounds<std::int64_t>{0, 9})).describe(),
            "option_domain(atom_domain(int, bounds=(0, 9)))");
}

TEST(OptionDomain, carries_a_value_that_may_be_missing) {
  using Texts = OptionDomain<AtomDomain<std::string_view>>;
  static_assert(Domain<Texts>);
  static_assert(std::same_as<Texts::Carrier, std::optional<std::string_view>>);
  static_assert(std::same_as<Texts::Element, std::string_view>);
  static_assert(std::same_as<VectorDomain<Texts>::View, NullableRows<std::string_view>>);
  EXPECT_TRUE(Texts{}.contains("")) << "an empty text is no null either";
}

TEST(OptionDomain, makes_vectors_with_nulls) {
  const auto domain = vector_domain(option_domain(atom_domain(Bounds{0.0, 1.0})), 2);
  EXPECT_EQ(domain.describe(),
            "vector_domain(option_domain(atom_domain(float, bounds=(0.0, 1.0))), size=2)");
  using Rows = std::vector<std::optional<double>>;
  const auto contains = [&](const Rows& rows) {
    const test::BlockMemory<std::optional<double>> memory(rows);
    EXPECT_EQ(domain.contains(memory.block()), domain.contains(rows));
    EXPECT_EQ(domain.contains(memory.block_in_parent()), domain.contains(rows));
    return domain.contains(rows);
  };
  // What lies in the place of a null is outside the bounds, and no value.
  EXPECT_TRUE(contains({std::nullopt, std::nullopt}));
  EXPECT_TRUE(contains({1.0, std::nullopt}));
  EXPECT_FALSE(contains({2.0, std::nullopt}));
  EXPECT_FALSE(contains({std::nullopt}));
  EXPECT_FALSE(contains({std::nullopt, std::nullopt, 1.0}));
  EXPECT_FALSE(contains({}));
}

TEST(OptionDomain, is_measured_by_rows_and_by_no_distance_of_values) {
  using Rows = VectorDomain<OptionDomain<AtomDomain<double>>>;
  static_assert(MetricSpace<Rows, SymmetricDistance> && MetricSpace<Rows, InsertDeleteDistance>);
  static_assert(MetricSpace<Rows, ChangeOneDistance> && MetricSpace<Rows, HammingDistance>);
  static_assert(!MetricSpace<Rows, LInfDistance<double>>);
  static_assert(!MetricSpace<Rows, LpDistance<1, double>>);
  static_assert(!MetricSpace<Rows, RangeDistance<double>>);
  static_assert(!MetricSpace<OptionDomain<AtomDomain<double>>, AbsoluteDistance<double>>);
  static_assert(!MetricSpace<OptionDomain<AtomDomain<double>>, SymmetricDistance>);
  // Options of options are no rows.
  static_assert(!is_row_domain<OptionDomain<OptionDomain<AtomDomain<double>>>>);
  const auto rows = vector_domain(option_domain(atom_domain<double>()));
  EXPECT_NO_THROW(check_space(rows, SymmetricDistance{}));
  SCRIM_EXPECT_ERROR(check_space(rows, HammingDistance{}), ErrorKind::mismatch, "known size",
                     "option_domain");
  EXPECT_NO_THROW(check_space(rows.with_size(0), HammingDistance{}));
}

TEST(OptionDomain, may_hold_nan_where_its_element_does) {
  EXPECT_TRUE(metrics::allows_nan(vector_domain(option_domain(atom_domain_with_nan<float>()))));
  EXPECT_FALSE(metrics::allows_nan(vector_domain(option_domain(atom_domain<float>()))));
}

}  // namespace
}  // namespace scrim::option_domain_test

#include "scrim/spaces/vector_domain.hpp"

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/errors/error.hpp"

namespace scrim::vector_domain_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Doubles = VectorDomain<AtomDomain<double>>;
static_assert(std::same_as<Doubles::Carrier, std::vector<double>>);
static_assert(std::same_as<Doubles::View, std::span<const double>>);
static_assert(std::same_as<Doubles::Element, double>);

TEST(VectorDomain, contains_vectors_whose_every_element_is_contained) {
  const auto domain = vector_domain<double>({0.0, 1.0});
  EXPECT_TRUE(domain.contains(std::vector{0.0, -0.0, 1.0}));
  EXPECT_FALSE(domain.contains(std::vector{0.0, 1.0, 1.5}));
  EXPECT_FALSE(domain.contains(std::vector{1.5, 1.0, 0.0}));
  EXPECT_FALSE(domain.contains(std::vector{0.5, nan}));
  EXPECT_FALSE(vector_domain<double>().contains(std::vector{nan}));
  EXPECT_TRUE(vector_domain<double>().contains(std::vector{-inf, inf}));
  EXPECT_TRUE(vector_domain(atom_domain_with_nan<double>()).contains(std::vector{nan, 1.0}));
}

TEST(VectorDomain, of_unknown_size_contains_the_empty_vector) {
  EXPECT_TRUE(vector_domain<double>().contains(std::vector<double>{}));
  EXPECT_TRUE(vector_domain<double>().contains({}));
  EXPECT_TRUE(vector_domain<double>().with_size(0).contains(std::vector<double>{}));
  EXPECT_FALSE(vector_domain<double>().with_size(0).contains(std::vector{1.0}));
}

TEST(VectorDomain, of_known_size_contains_only_that_size) {
  const auto domain = vector_domain<int>().with_size(2);
  EXPECT_TRUE(domain.contains(std::vector{1, 2}));
  EXPECT_FALSE(domain.contains(std::vector{1}));
  EXPECT_FALSE(domain.contains(std::vector{1, 2, 3}));
  EXPECT_FALSE(domain.contains(std::vector<int>{}));
}

TEST(VectorDomain, of_booleans_takes_packed_vectors_and_spans) {
  const auto domain = vector_domain<bool>().with_size(2);
  EXPECT_TRUE(domain.contains(std::vector<bool>{true, false}));
  EXPECT_FALSE(domain.contains(std::vector<bool>{true}));
  const std::array<bool, 2> rows{true, false};
  EXPECT_TRUE(domain.contains(rows));
}

TEST(VectorDomain, of_strings_and_of_vectors) {
  EXPECT_TRUE(vector_domain<std::string>().contains(std::vector<std::string>{"", "a"}));
  EXPECT_TRUE(vector_domain<std::string_view>().contains(std::vector<std::string_view>{"a"}));
  const VectorDomain nested{vector_domain<int>({0, 9}).with_size(2), 1};
  static_assert(std::same_as<decltype(nested)::Carrier, std::vector<std::vector<int>>>);
  EXPECT_TRUE(nested.contains(std::vector<std::vector<int>>{{1, 2}}));
  EXPECT_FALSE(nested.contains(std::vector<std::vector<int>>{{1, 10}}));
  EXPECT_FALSE(nested.contains(std::vector<std::vector<int>>{{1}}));
  EXPECT_FALSE(nested.contains(std::vector<std::vector<int>>{}));
}

TEST(VectorDomain, with_element_keeps_the_size_and_with_size_the_element) {
  const auto domain = vector_domain<double>({0.0, 1.0}).with_size(3);
  EXPECT_EQ(domain.with_element(atom_domain<int>({0, 5})), vector_domain<int>({0, 5}).with_size(3));
  EXPECT_EQ(domain.with_size(4), vector_domain<double>({0.0, 1.0}).with_size(4));
  EXPECT_EQ(vector_domain<double>().with_element(atom_domain<bool>()), vector_domain<bool>());
}

TEST(VectorDomain, is_the_same_however_it_is_made) {
  EXPECT_EQ(vector_domain<double>(), vector_domain(atom_domain<double>()));
  EXPECT_EQ(vector_domain<double>(), (VectorDomain{atom_domain<double>()}));
  EXPECT_EQ(vector_domain<double>(7), vector_domain<double>().with_size(7));
  EXPECT_EQ(vector_domain<double>({0.0, 1.0}, 7), vector_domain<double>({0.0, 1.0}).with_size(7));
  EXPECT_EQ(vector_domain(Bounds{0.0, 1.0}), vector_domain(atom_domain<double>({0.0, 1.0})));
  EXPECT_EQ(vector_domain(atom_domain<double>(), 7), vector_domain<double>().with_size(7));
  EXPECT_EQ(vector_domain<std::uint64_t>({0, 5}).element, atom_domain<std::uint64_t>({0, 5}));
}

TEST(VectorDomain, compares_element_and_size) {
  EXPECT_NE(vector_domain<double>(), vector_domain<double>().with_size(0));
  EXPECT_NE(vector_domain<double>().with_size(1), vector_domain<double>().with_size(2));
  EXPECT_NE(vector_domain<double>(), vector_domain(atom_domain_with_nan<double>()));
}

TEST(VectorDomain, refuses_invalid_bounds) {
  try {
    static_cast<void>(vector_domain<int>({5, 3}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    EXPECT_STREQ(error.what(),
                 "vector_domain: lower bound 5 is above upper bound 3; give bounds with lower <= "
                 "upper");
  }
}

TEST(VectorDomain, describes_element_and_size) {
  EXPECT_EQ(vector_domain<double>().describe(), "vector_domain(atom_domain(float))");
  EXPECT_EQ(vector_domain<int>({0, 9}).with_size(10).describe(),
            "vector_domain(atom_domain(\"int32\", bounds=(0, 9)), size=10)");
}

}  // namespace
}  // namespace scrim::vector_domain_test

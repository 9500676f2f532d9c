#include "scrim/spaces/atom_domain.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace scrim::atom_domain_test {
namespace {

using Limits = std::numeric_limits<double>;
constexpr double inf = Limits::infinity();
constexpr double nan = Limits::quiet_NaN();

/// The message of the invalid_argument that `call` throws, or "accepted".
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    return error.what();
  }
  return "accepted";
}

TEST(AtomDomain, without_bounds_contains_all_but_nan) {
  const auto domain = atom_domain<double>();
  for (const double x :
       {-inf, -Limits::max(), -1.0, -0.0, 0.0, Limits::denorm_min(), 1.0, Limits::max(), inf}) {
    EXPECT_TRUE(domain.contains(x)) << x;
  }
  EXPECT_FALSE(domain.contains(nan));
  EXPECT_FALSE(domain.contains(-nan));
  EXPECT_FALSE(domain.nan);
}

TEST(AtomDomain, with_nan_contains_everything) {
  EXPECT_TRUE(atom_domain_with_nan<double>().contains(nan));
  EXPECT_TRUE(atom_domain_with_nan<double>().contains(-inf));
  EXPECT_TRUE(atom_domain_with_nan<float>().contains(-std::numeric_limits<float>::quiet_NaN()));
}

TEST(AtomDomain, bounds_are_closed) {
  const auto domain = atom_domain<double>({0.0, 1.0});
  EXPECT_TRUE(domain.contains(-0.0));
  EXPECT_TRUE(domain.contains(1.0));
  EXPECT_FALSE(domain.contains(-Limits::denorm_min()));
  EXPECT_FALSE(domain.contains(1.0 + Limits::epsilon()));
  EXPECT_FALSE(domain.contains(inf));
  EXPECT_FALSE(domain.contains(-inf));
  EXPECT_FALSE(domain.contains(nan));
  EXPECT_TRUE(atom_domain<double>({0.0, -0.0}).contains(0.0));
  EXPECT_TRUE(atom_domain<double>({-inf, inf}).contains(inf));
}

TEST(AtomDomain, bounds_hold_integers_at_their_extremes) {
  using Integers = std::numeric_limits<std::int64_t>;
  const auto domain = atom_domain<std::int64_t>({Integers::min(), -1});
  EXPECT_TRUE(domain.contains(Integers::min()));
  EXPECT_TRUE(domain.contains(-1));
  EXPECT_FALSE(domain.contains(0));
  EXPECT_FALSE(domain.contains(Integers::max()));
}

TEST(AtomDomain, may_hold_bounds_and_nan) {
  const AtomDomain<double> domain(Bounds{0.0, 1.0}, true);
  EXPECT_TRUE(domain.contains(nan));
  EXPECT_TRUE(domain.contains(0.5));
  EXPECT_FALSE(domain.contains(2.0));
}

TEST(AtomDomain, refuses_invalid_bounds_however_it_is_made) {
  const std::string inverted =
      "lower bound 5 is above upper bound 3; give bounds with lower <= upper";
  EXPECT_EQ(refusal([] { return atom_domain<int>({5, 3}); }), "atom_domain: " + inverted);
  EXPECT_EQ(refusal([] { return AtomDomain<int>(Bounds{5, 3}); }), "AtomDomain: " + inverted);
  EXPECT_EQ(refusal([] { return AtomDomain<double>(Bounds{5.0, 3.0}, true); }),
            "AtomDomain: " + inverted);
  EXPECT_EQ(refusal([] { return atom_domain<int>().with_bounds({5, 3}, "make_clamp"); }),
            "make_clamp: " + inverted);
  EXPECT_NE(refusal([] { return atom_domain<double>({nan, 3.0}); }), "accepted");
  EXPECT_NE(refusal([] { return atom_domain<double>().with_bounds({0.0, nan}); }), "accepted");
}

TEST(AtomDomain, with_bounds_replaces_bounds_and_excludes_nan) {
  const auto clamped = atom_domain_with_nan<double>().with_bounds({0.0, 1.0});
  EXPECT_EQ(clamped, atom_domain<double>({0.0, 1.0}));
  EXPECT_FALSE(clamped.contains(nan));
  EXPECT_EQ(clamped.with_bounds({5.0, 6.0}), atom_domain<double>({5.0, 6.0}));
}

TEST(AtomDomain, require_non_nan_says_what_to_do) {
  EXPECT_EQ(refusal([] { atom_domain_with_nan<double>().require_non_nan("make_clamp"); }),
            "make_clamp: the domain atom_domain(float, nan=True) allows NaN, which has no place in "
            "the order of numbers; drop or replace NaN first, or declare the domain without NaN");
  EXPECT_EQ(refusal([] { atom_domain<double>().require_non_nan("make_clamp"); }), "accepted");
  EXPECT_EQ(refusal([] { atom_domain<int>().require_non_nan("make_clamp"); }), "accepted");
  EXPECT_EQ(refusal([] { atom_domain<bool>().require_non_nan("make_clamp"); }), "accepted");
}

TEST(AtomDomain, compares_bounds_and_nan) {
  EXPECT_EQ(atom_domain<double>(), atom_domain<double>());
  EXPECT_NE(atom_domain<double>(), atom_domain_with_nan<double>());
  EXPECT_NE(atom_domain<double>(), atom_domain<double>({-inf, inf}));
  EXPECT_NE(atom_domain<int>({0, 1}), atom_domain<int>({0, 2}));
  EXPECT_EQ(atom_domain<double>({-0.0, 1.0}), atom_domain<double>({0.0, 1.0}));
  EXPECT_EQ(atom_domain<std::string>(), atom_domain<std::string>());
}

TEST(AtomDomain, of_booleans_and_strings_contains_everything) {
  EXPECT_TRUE(atom_domain<bool>().contains(false));
  EXPECT_TRUE(atom_domain<std::string>().contains(""));
  EXPECT_FALSE(atom_domain<std::string>().nan);
}

TEST(AtomDomain, has_nan_to_set_only_where_nan_exists) {
  static_assert(std::is_assignable_v<decltype((std::declval<AtomDomain<float>&>().nan)), bool>);
  static_assert(!std::is_assignable_v<decltype((std::declval<AtomDomain<int>&>().nan)), bool>);
  static_assert(!std::is_constructible_v<AtomDomain<int>, std::optional<Bounds<int>>, bool>);
}

TEST(AtomDomain, describes_what_it_contains) {
  EXPECT_EQ(atom_domain<double>().describe(), "atom_domain(float)");
  EXPECT_EQ(atom_domain<double>({0.0, 0.1}).describe(), "atom_domain(float, bounds=(0.0, 0.1))");
  EXPECT_EQ(AtomDomain<float>(Bounds{0.f, 1.f}, true).describe(),
            "atom_domain(\"float32\", bounds=(0.0, 1.0), nan=True)");
  EXPECT_EQ(atom_domain<std::uint8_t>({0, 255}).describe(),
            "atom_domain(\"uint8\", bounds=(0, 255))");
  EXPECT_EQ(atom_domain<std::string>().describe(), "atom_domain(str)");
}

}  // namespace
}  // namespace scrim::atom_domain_test

#include "scrim/core/distance_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "support/error_of.hpp"

namespace scrim::distance_map_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(DistanceMap, from_constant_is_the_relation_of_the_seeds) {
  const auto map = DistanceMap<std::uint32_t, std::uint64_t>::from_constant(3);
  for (std::uint32_t d_in = 0; d_in < 10; ++d_in) {
    EXPECT_EQ(map.forward(d_in), 3 * std::uint64_t{d_in});
    for (std::uint64_t d_out = 0; d_out < 40; ++d_out) {
      EXPECT_EQ(map.check(d_in, d_out), d_out >= 3 * std::uint64_t{d_in});
    }
  }
  for (std::uint64_t d_out = 0; d_out < 40; ++d_out) EXPECT_EQ(map.backward(d_out), d_out / 3);
}

TEST(DistanceMap, from_constant_rounds_floats_up_and_back_down) {
  const auto map = DistanceMap<double, double>::from_constant(0.1);
  EXPECT_EQ(map.forward(3.0), std::nextafter(0.3, 1.0));  // 3 * 0.1 is above 0.3 as a real
  for (const double d_out : {0.0, 5e-324, 0.3, 1.0 / 3.0, 7.0, 1e308, infinity}) {
    EXPECT_LE(map.forward(map.backward(d_out)), d_out);
  }
}

TEST(DistanceMap, from_constant_maps_back_to_the_largest_distance_there_is) {
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ((DistanceMap<std::uint32_t, std::uint64_t>::from_constant(0).backward(0)), most);
  EXPECT_EQ(
      (DistanceMap<std::uint32_t, std::uint64_t>::from_constant(1).backward(~std::uint64_t{0})),
      most);
  EXPECT_EQ((DistanceMap<double, double>::from_constant(0.0).backward(0.0)), infinity);
  EXPECT_EQ((DistanceMap<std::uint32_t, double>::from_constant(0.5).backward(infinity)), most);
}

TEST(DistanceMap, from_constant_takes_zero_times_infinity_for_zero) {
  EXPECT_EQ((DistanceMap<double, double>::from_constant(0.0).forward(infinity)), 0.0);
  EXPECT_EQ((DistanceMap<double, double>::from_constant(infinity).forward(0.0)), 0.0);
  EXPECT_EQ((DistanceMap<double, double>::from_constant(infinity).backward(3.0)), 0.0);
}

// Beyond 2^53 an integer distance is rounded up on its way to a double; the inverse accounts for
// it.
TEST(DistanceMap, from_constant_maps_back_soundly_from_integers_that_no_double_holds) {
  const auto map = DistanceMap<std::uint64_t, double>::from_constant(3.0);
  for (const double d_out : {0x1p54, 0x1p60 + 0x1p20, 3.0 * (0x1p53 + 2.0)}) {
    const std::uint64_t d_in = map.backward(d_out);
    EXPECT_LE(map.forward(d_in), d_out);
    EXPECT_GT(map.forward(d_in + 1), d_out);
  }
}

TEST(DistanceMap, from_monotone_finds_the_inverse) {
  const auto map = DistanceMap<std::uint32_t, std::uint64_t>::from_monotone(
      [](std::uint32_t d_in) { return std::uint64_t{d_in} * d_in; });
  EXPECT_EQ(map.backward(0), 0U);
  EXPECT_EQ(map.backward(99), 9U);
  EXPECT_EQ(map.backward(100), 10U);
  EXPECT_EQ(map.backward(~std::uint64_t{0}), ~std::uint32_t{0});
}

TEST(DistanceMap, throws_on_overflow_but_checks_false) {
  const auto map = DistanceMap<std::uint64_t, std::uint64_t>::from_constant(2);
  SCRIM_EXPECT_ERROR(map.forward(std::uint64_t{1} << 63), ErrorKind::overflow, "");
  EXPECT_FALSE(map.check(std::uint64_t{1} << 63, ~std::uint64_t{0}));
}

TEST(DistanceMap, refuses_what_is_no_distance) {
  const auto map = DistanceMap<double, double>::from_constant(1.0);
  SCRIM_EXPECT_ERROR(map.forward(nan), ErrorKind::invalid_argument, "d_in is NaN", "at least 0");
  SCRIM_EXPECT_ERROR(map.forward(-1.5), ErrorKind::invalid_argument, "d_in is -1.5");
  SCRIM_EXPECT_ERROR(map.backward(nan), ErrorKind::invalid_argument, "d_out");
  SCRIM_EXPECT_ERROR(map.check(1.0, -2.0), ErrorKind::invalid_argument, "d_out");
  SCRIM_EXPECT_ERROR((DistanceMap<double, double>::from_constant(-1.0)),
                     ErrorKind::invalid_argument, "constant");
}

TEST(DistanceMap, says_what_to_do_without_a_backward_form) {
  const DistanceMap<double, double> map([](double d_in) { return d_in; });
  EXPECT_FALSE(map.has_backward());
  SCRIM_EXPECT_ERROR(map.backward(1.0), ErrorKind::no_answer, "binary_search");
}

TEST(ChainMaps, composes_forward_and_backward) {
  const auto first = DistanceMap<std::uint32_t, std::uint64_t>::from_constant(3);
  const auto second = DistanceMap<std::uint64_t, double>::from_constant(0.25);
  const auto chain = chain_maps(first, second);
  EXPECT_EQ(chain.forward(4), 3.0);
  EXPECT_EQ(chain.backward(3.0), 4U);
  EXPECT_EQ(chain.backward(2.9), 3U);
  EXPECT_TRUE(chain.check(4, 3.0));
  EXPECT_FALSE(chain.check(5, 3.0));
}

TEST(ChainMaps, of_many_links_are_made_at_once) {
  // A chain holds its links in three ways: copies of copies would be 3^60 here.
  const auto doubled = DistanceMap<double, double>::from_constant(2.0);
  auto map = doubled;
  for (int i = 1; i < 60; ++i) map = chain_maps(map, doubled);
  auto other = doubled;
  for (int i = 1; i < 60; ++i) other = chain_maps(doubled, other);
  for (const auto& chain : {map, other}) {
    EXPECT_EQ(chain.forward(1.0), std::ldexp(1.0, 60));
    EXPECT_EQ(chain.backward(std::ldexp(3.0, 60)), 3.0);
    EXPECT_TRUE(chain.check(1.0, std::ldexp(1.0, 60)));
    EXPECT_FALSE(chain.check(1.0, std::ldexp(1.0, 59)));
  }
}

TEST(ChainMaps, has_no_backward_form_where_a_part_has_none) {
  const auto first = DistanceMap<double, double>::from_constant(3.0);
  const DistanceMap<double, double> second([](double d_in) { return d_in; });
  EXPECT_FALSE(chain_maps(first, second).has_backward());
  EXPECT_FALSE(chain_maps(second, first).has_backward());
}

// --- relations, and maps that are known one way only ---

using Map = DistanceMap<double, double>;

/// The relation 3 d_in <= d_out, of which nobody knows the maps.
Map thrice() {
  return Map::from_relation([](double d_in, double d_out) { return 3 * d_in <= d_out; });
}

Map backward_only(double constant) {
  return Map(nullptr, [constant](double d_out) { return d_out / constant; });
}

Map forward_only(double constant) {
  return Map([constant](double d_in) { return constant * d_in; });
}

TEST(DistanceMap, that_is_a_relation_is_asked_as_such) {
  const auto map = thrice();
  EXPECT_FALSE(map.has_forward());
  EXPECT_FALSE(map.has_backward());
  EXPECT_TRUE(map.check(1.0, 3.0));
  EXPECT_FALSE(map.check(1.0, std::nextafter(3.0, 0.0)));
  SCRIM_EXPECT_ERROR(map.forward(1.0), ErrorKind::no_answer, "no forward map", "check(");
  SCRIM_EXPECT_ERROR(map.backward(1.0), ErrorKind::no_answer, "no backward map", "binary_search");
  SCRIM_EXPECT_ERROR(map.check(-1.0, 3.0), ErrorKind::invalid_argument, "d_in is -1");
  SCRIM_EXPECT_ERROR(map.check(1.0, nan), ErrorKind::invalid_argument, "d_out is NaN");
}

/// A relation may hold where the maps that are known do not reach.
TEST(DistanceMap, checks_by_the_relation_where_hints_say_less) {
  const auto map = Map::from_relation([](double d_in, double d_out) { return 3 * d_in <= d_out; },
                                      [](double d_in) { return 4 * d_in; },
                                      [](double d_out) { return d_out / 5; });
  EXPECT_EQ(map.forward(1.0), 4.0);
  EXPECT_EQ(map.backward(15.0), 3.0);
  EXPECT_TRUE(map.check(1.0, 3.0));
  EXPECT_FALSE(map.check(1.0, 2.9));
}

TEST(DistanceMap, checks_by_the_forward_map_before_the_backward_map) {
  const Map map([](double d_in) { return 3 * d_in; }, [](double d_out) { return d_out / 4; });
  EXPECT_TRUE(map.check(1.0, 3.0));
  EXPECT_FALSE(map.check(1.0, 2.9));
}

TEST(DistanceMap, that_goes_backward_only_checks_by_that) {
  const auto map = backward_only(4.0);
  EXPECT_FALSE(map.has_forward());
  EXPECT_TRUE(map.has_backward());
  EXPECT_EQ(map.backward(4.0), 1.0);
  EXPECT_TRUE(map.check(1.0, 4.0));
  EXPECT_TRUE(map.check(0.0, 0.0));
  EXPECT_FALSE(map.check(1.0, 3.9));
  SCRIM_EXPECT_ERROR(map.forward(1.0), ErrorKind::no_answer, "no forward map");
}

/// Only what does not fit is a plain no; what cannot be answered must not look like one, nor like a
/// yes.
TEST(DistanceMap, a_check_that_overflows_is_false_and_other_errors_are_raised) {
  const auto failing = [](ErrorKind kind) {
    return [kind](double, double) -> bool { fail(kind, "told so"); };
  };
  EXPECT_FALSE(Map::from_relation(failing(ErrorKind::overflow)).check(0.0, infinity));
  for (const ErrorKind kind :
       {ErrorKind::invalid_argument, ErrorKind::mismatch, ErrorKind::no_answer}) {
    SCRIM_EXPECT_ERROR(Map::from_relation(failing(kind)).check(0.0, infinity), kind, "told so");
  }
  const Map backward_overflows(nullptr,
                               [](double) -> double { fail(ErrorKind::overflow, "too large"); });
  EXPECT_FALSE(backward_overflows.check(0.0, infinity));
  SCRIM_EXPECT_ERROR(backward_overflows.backward(1.0), ErrorKind::overflow, "too large");
}

// --- chains use whichever map there is ---

TEST(ChainMaps, need_a_distance_in_the_middle) {
  for (const auto& first : {thrice(), backward_only(2.0)}) {
    for (const auto& second : {thrice(), forward_only(2.0)}) {
      SCRIM_EXPECT_ERROR(chain_maps(first, second), ErrorKind::mismatch, "cannot chain",
                         "no forward map", "no backward map");
    }
  }
}

TEST(ChainMaps, go_forward_through_the_first_into_whatever_the_second_is) {
  const auto first = forward_only(2.0);
  struct Case {
    Map second;
    double constant;
    bool has_forward;
  };
  for (const auto& [second, constant, has_forward] :
       {Case{thrice(), 3, false}, Case{backward_only(5.0), 5, false},
        Case{forward_only(7.0), 7, true}}) {
    const auto chain = chain_maps(first, second);
    EXPECT_EQ(chain.has_forward(), has_forward);
    EXPECT_FALSE(chain.has_backward());
    const double d_out = 2 * constant;
    EXPECT_TRUE(chain.check(1.0, d_out));
    EXPECT_FALSE(chain.check(1.0, std::nextafter(d_out, 0.0)));
    EXPECT_FALSE(chain.check(std::nextafter(1.0, 2.0), d_out));
    EXPECT_TRUE(chain.check(0.0, 0.0));
  }
}

TEST(ChainMaps, go_backward_through_the_second_where_the_first_has_no_forward_map) {
  for (const auto& [first, has_backward] :
       {std::pair{thrice(), false}, std::pair{backward_only(3.0), true}}) {
    const auto chain = chain_maps(first, backward_only(4.0));
    EXPECT_FALSE(chain.has_forward());
    EXPECT_EQ(chain.has_backward(), has_backward);
    EXPECT_TRUE(chain.check(1.0, 12.0));
    EXPECT_FALSE(chain.check(1.0, std::nextafter(12.0, 0.0)));
    if (has_backward) {
      EXPECT_EQ(chain.backward(12.0), 1.0);
    }
  }
}

/// A relation in the middle of three: from the left nothing goes through it, from the right
/// neither.
TEST(ChainMaps, may_be_chained_on_either_side_of_a_relation) {
  const auto left = chain_maps(chain_maps(forward_only(2.0), thrice()), backward_only(5.0));
  const auto right = chain_maps(forward_only(2.0), chain_maps(thrice(), backward_only(5.0)));
  for (const auto& chain : {left, right}) {
    EXPECT_TRUE(chain.check(1.0, 30.0));
    EXPECT_FALSE(chain.check(1.0, std::nextafter(30.0, 0.0)));
    SCRIM_EXPECT_ERROR(chain.forward(1.0), ErrorKind::no_answer, "no forward map");
    SCRIM_EXPECT_ERROR(chain.backward(1.0), ErrorKind::no_answer, "no backward map");
  }
}

TEST(ChainMaps, an_overflow_in_any_link_checks_false) {
  const auto twice = DistanceMap<std::uint64_t, std::uint64_t>::from_constant(2);
  const auto once = DistanceMap<std::uint64_t, std::uint64_t>::from_constant(1);
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  for (const auto& chain :
       {chain_maps(chain_maps(twice, once), once), chain_maps(once, chain_maps(twice, once)),
        chain_maps(once, chain_maps(once, twice))}) {
    EXPECT_FALSE(chain.check(most / 2 + 1, most));
    EXPECT_TRUE(chain.check(most / 2, most));
    SCRIM_EXPECT_ERROR(chain.forward(most / 2 + 1), ErrorKind::overflow, "link ", " of 3");
    EXPECT_EQ(chain.backward(most), most / 2);
  }
}

// --- errors say where they were raised ---

TEST(DistanceMap, says_between_what_it_is_and_at_which_distance) {
  const Map failing([](double) -> double { fail(ErrorKind::overflow, "too large"); },
                    [](double) -> double { fail(ErrorKind::no_answer, "unknown"); });
  EXPECT_FALSE(failing.is_named());
  EXPECT_EQ(test::error_of([&] { (void)failing.forward(0.1); }).text, "too large");
  const auto named = failing.between("Here", "There");
  EXPECT_TRUE(named.is_named());
  EXPECT_EQ(test::error_of([&] { (void)named.forward(0.1); }).text,
            "from Here to There, at d_in = 0.1: too large");
  EXPECT_EQ(test::error_of([&] { (void)named.backward(0.2); }).text,
            "from Here to There, at d_out = 0.2: unknown");
  EXPECT_EQ(test::error_of([&] { (void)named.forward(0.1); }).kind, ErrorKind::overflow);
  EXPECT_EQ(test::error_of([&] { (void)named.backward(0.1); }).kind, ErrorKind::no_answer);
  // What is no distance is refused before any link is asked.
  EXPECT_EQ(test::error_of([&] { (void)named.forward(-1.0); }).text,
            "d_in is -1; a distance is a number of at least 0");
}

TEST(ChainMaps, say_which_link_failed_however_they_are_bracketed) {
  // Limits fall from link to link, so that each can be the one that fails.
  const auto link = [](int number) {
    const std::string from = "M" + std::to_string(number);
    const std::string to = "M" + std::to_string(number + 1);
    const auto limit = [number](const char* way) {
      return [number, way](double d) {
        if (d > 10.0 * number) fail(ErrorKind::no_answer, std::string(way) + " no further");
        return d;
      };
    };
    return Map(limit("forward"), limit("backward")).between(from, to);
  };
  const auto expect_texts = [&](const Map& chain) {
    EXPECT_TRUE(chain.is_named());
    const auto forward = [&](double d) { return test::error_of([&] { (void)chain.forward(d); }); };
    const auto backward = [&](double d) {
      return test::error_of([&] { (void)chain.backward(d); });
    };
    EXPECT_EQ(forward(11.0).text, "link 4 of 4, from M1 to M2, at d_in = 11: forward no further");
    EXPECT_EQ(forward(25.0).text, "link 3 of 4, from M2 to M3, at d_in = 25: forward no further");
    EXPECT_EQ(forward(35.0).text, "link 2 of 4, from M3 to M4, at d_in = 35: forward no further");
    EXPECT_EQ(forward(99.0).text, "link 1 of 4, from M4 to M5, at d_in = 99: forward no further");
    EXPECT_EQ(forward(99.0).kind, ErrorKind::no_answer);
    EXPECT_EQ(backward(11.0).text,
              "link 4 of 4, from M1 to M2, at d_out = 11: backward no further");
    EXPECT_EQ(chain.forward(10.0), 10.0);
    SCRIM_EXPECT_ERROR(chain.check(35.0, 99.0), ErrorKind::no_answer, "link 2 of 4, from M3 to M4",
                       "d_in = 35");
  };
  const Map a = link(4);
  const Map b = link(3);
  const Map c = link(2);
  const Map d = link(1);
  expect_texts(chain_maps(chain_maps(chain_maps(a, b), c), d));
  expect_texts(chain_maps(a, chain_maps(b, chain_maps(c, d))));
  expect_texts(chain_maps(chain_maps(a, b), chain_maps(c, d)));
  expect_texts(chain_maps(a, chain_maps(chain_maps(b, c), d)));
}

TEST(ChainMaps, say_which_link_has_no_map) {
  const auto chain = chain_maps(forward_only(2.0).between("A", "B"), thrice().between("B", "C"));
  // The chain has no forward map; which link it fails for is not asked, for there is none to ask.
  SCRIM_EXPECT_ERROR(chain.forward(1.0), ErrorKind::no_answer, "no forward map");
  const Map fails = Map::from_relation([](double, double) -> bool {
                      fail(ErrorKind::mismatch, "told so");
                    }).between("B", "C");
  const auto checked = chain_maps(forward_only(2.0).between("A", "B"), fails);
  EXPECT_EQ(test::error_of([&] { (void)checked.check(1.5, 2.0); }).text,
            "link 2 of 2, from B to C, at d_in = 3: told so");
}

}  // namespace
}  // namespace scrim::distance_map_test

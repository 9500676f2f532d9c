#include "scrim/numbers/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "scrim/numbers/uint128.hpp"

namespace scrim::number_test {
namespace {

template <class... Ts>
inline constexpr bool all_integers = (Integer<Ts> && ...);
template <class... Ts>
inline constexpr bool no_numbers = (!Number<Ts> && ...);

static_assert(all_integers<std::int8_t, std::int16_t, std::int32_t, std::int64_t, long long>);
static_assert(
    all_integers<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, unsigned long long>);
static_assert(no_numbers<bool, char, wchar_t, char8_t, char16_t, char32_t, long double, int*,
                         const int, int&, void>);
static_assert(Float<float> && Float<double> && !Integer<double> && !Float<int>);
static_assert(Number<float> && Number<std::uint8_t>);

TEST(Number, names_its_types) {
  EXPECT_EQ(type_name<std::int8_t>(), "int8");
  EXPECT_EQ(type_name<std::int16_t>(), "int16");
  EXPECT_EQ(type_name<std::int32_t>(), "int32");
  EXPECT_EQ(type_name<std::int64_t>(), "int64");
  EXPECT_EQ(type_name<std::uint8_t>(), "uint8");
  EXPECT_EQ(type_name<std::uint16_t>(), "uint16");
  EXPECT_EQ(type_name<std::uint32_t>(), "uint32");
  EXPECT_EQ(type_name<std::uint64_t>(), "uint64");
  EXPECT_EQ(type_name<float>(), "float");
  EXPECT_EQ(type_name<double>(), "double");
}

TEST(Uint128, holds_the_full_product_of_two_words) {
  constexpr std::uint64_t max = ~std::uint64_t{0};
  constexpr uint128 product = static_cast<uint128>(max) * max;
  EXPECT_EQ(static_cast<std::uint64_t>(product), 1U);
  EXPECT_EQ(static_cast<std::uint64_t>(product >> 64), max - 1);
}

}  // namespace
}  // namespace scrim::number_test

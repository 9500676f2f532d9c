#include "scrim/numbers/strict_arithmetic.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>

#include "support/arithmetic_settings.hpp"

namespace scrim::strict_arithmetic_test {
namespace {

constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double smallest_normal = std::numeric_limits<double>::min();

/// Five results, at least one of which is another under every setting. They are read through
/// volatile, so that the processor computes them and not the compiler.
struct Probe {
  double half_of_the_smallest_normal;
  double sum;
  double negative_sum;
  bool is_zero;
  std::uint64_t bits_of_nan;

  friend bool operator==(const Probe&, const Probe&) = default;
};

Probe probe() {
  const volatile double normal = smallest_normal;
  const volatile double subnormal = smallest;
  const volatile double one = 1.0;
  const volatile double tiny = 0x1.8p-53;  // three quarters of a last digit of one
  const volatile double nan = std::bit_cast<double>(0x7ff8'0000'0000'0123U);
  return {normal / 2.0, one + tiny, -one - tiny, subnormal == 0.0,
          std::bit_cast<std::uint64_t>(nan + one)};
}

TEST(Strictly, computes_the_same_under_every_setting) {
  const Probe standard = probe();
  EXPECT_EQ(strictly(probe), standard);
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    ASSERT_NE(probe(), standard) << "the control: " << setting.name << " changes nothing";
    EXPECT_EQ(strictly(probe), standard) << setting.name;
    EXPECT_EQ(strictly([] { return strictly(probe); }), standard) << setting.name;
  }
}

TEST(Strictly, gives_the_settings_of_the_caller_back) {
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    const auto before = test::settings_now();
    ASSERT_FALSE(strict_arithmetic::is_standard(before)) << setting.name;
    strictly([&] { EXPECT_TRUE(strict_arithmetic::is_standard(strict_arithmetic::control())); });
    EXPECT_EQ(test::settings_now(), before) << setting.name;
    EXPECT_THROW(strictly([] { throw std::runtime_error("on the way"); }), std::runtime_error);
    EXPECT_EQ(test::settings_now(), before) << setting.name << ", after a throw";
  }
}

TEST(Strictly, gives_what_the_function_gives) {
  int number = 7;
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    int& same = strictly([&]() -> int& { return number; });
    EXPECT_EQ(&same, &number);
    EXPECT_EQ(*strictly([] { return std::make_unique<int>(3); }), 3);
  }
}

#if defined(__GNUC__) && !defined(__clang__)
// With -Og g++ fuses nothing anyway.
[[gnu::optimize("O2")]] double product_and_sum(double a, double b, double c);
#endif
/// Compiled with the options that users of the library have from its target.
double product_and_sum(double a, double b, double c) { return a * b + c; }

// AArch64 has one instruction for both, which compilers take unless they are told not to.
TEST(Product, is_rounded_before_something_is_added_to_it) {
  const volatile double a = 1 + 0x1p-30;
  const volatile double rounded_square = 1 + 0x1p-29;  // 2^-60 less than the square
  EXPECT_EQ(product_and_sum(a, a, -rounded_square), 0.0);
}

}  // namespace
}  // namespace scrim::strict_arithmetic_test

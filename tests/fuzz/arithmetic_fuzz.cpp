// Directed arithmetic, casts, integers and closest fractions on any bits, against exact rationals.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "fuzz/exact_reference.hpp"
#include "fuzz/fuzz_target.hpp"
#include "fuzz/type_choice.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/fraction.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/rational.hpp"

namespace {

using namespace scrim;
using fuzz::ByteReader;
using fuzz::outcome_of;
using fuzz::require;
using fuzz::TypeChoice;

using AllNumbers =
    TypeChoice<std::int8_t, std::uint8_t, std::int64_t, std::uint64_t, float, double>;
using AllIntegers = TypeChoice<std::int8_t, std::uint8_t, std::int64_t, std::uint64_t>;

/// `up` is the smallest number of its type not below `exact`, `down` the largest not above it.
template <Float T>
void require_tight(T down, T up, const Rational& exact) {
  require(fuzz::is_at_most(exact, up) && fuzz::is_at_least(exact, down), "directed results bound");
  require(!fuzz::is_at_most(exact, std::nextafter(up, -std::numeric_limits<T>::infinity())),
          "the upper result is the smallest");
  require(!fuzz::is_at_least(exact, std::nextafter(down, std::numeric_limits<T>::infinity())),
          "the lower result is the largest");
}

/// Where an operand is not finite, IEEE arithmetic has one answer, whatever the rounding.
template <Float T>
void require_same(T down, T up, T nearest) {
  const auto same = [&](T result) {
    return result == nearest || (std::isnan(result) && std::isnan(nearest));
  };
  require(same(down) && same(up), "special operands give the IEEE result");
}

template <Float T>
void calculate(ByteReader& reader) {
  const T a = reader.number<T>();
  const T b = reader.number<T>();
  if (!std::isfinite(a) || !std::isfinite(b)) {
    require_same(add_down(a, b), add_up(a, b), a + b);
    require_same(sub_down(a, b), sub_up(a, b), a - b);
    require_same(mul_down(a, b), mul_up(a, b), a * b);
    require_same(div_down(a, b), div_up(a, b), a / b);
    return;
  }
  const Rational x = to_rational(a);
  const Rational y = to_rational(b);
  require_tight(add_down(a, b), add_up(a, b), x + y);
  require_tight(sub_down(a, b), sub_up(a, b), x - y);
  require_tight(mul_down(a, b), mul_up(a, b), x * y);
  if (b == 0) {
    require_same(div_down(a, b), div_up(a, b), a / b);
  } else {
    require_tight(div_down(a, b), div_up(a, b), x / y);
  }
}

template <Number To, Number From>
void check_integer_cast(From x) {
  const Rational exact = to_rational(x);
  const Rational least = to_rational(std::numeric_limits<To>::min());
  const Rational most = to_rational(std::numeric_limits<To>::max());
  auto up = outcome_of([&] { return cast_up<To>(x); });
  auto down = outcome_of([&] { return cast_down<To>(x); });
  const auto is_within = [&](const Rational& value) { return least <= value && value <= most; };
  const Rational ceiling = fuzz::ceiling_of(exact);
  const Rational floor = -fuzz::ceiling_of(-exact);
  up.require_valid(is_within(ceiling), ErrorKind::overflow, "a cast out of range is refused");
  down.require_valid(is_within(floor), ErrorKind::overflow, "a cast out of range is refused");
  if (up) require(to_rational(*up) == ceiling, "cast_up is the ceiling");
  if (down) require(to_rational(*down) == floor, "cast_down is the floor");
  auto same = outcome_of([&] { return exact_cast<To>(x); });
  same.require_valid(is_within(exact) && ceiling == floor, ErrorKind::overflow,
                     "exact_cast refuses what it cannot keep");
}

template <Number To, Number From>
void cast(ByteReader& reader) {
  const From x = reader.number<From>();
  if constexpr (Float<From>) {
    if (!std::isfinite(x)) {
      auto same = outcome_of([&] { return exact_cast<To>(x); });
      same.require_valid(Float<To>, ErrorKind::overflow, "an integer is never infinite or NaN");
      if constexpr (Float<To>) {
        require_same(cast_down<To>(x), cast_up<To>(x), static_cast<To>(x));
      }
      return;
    }
  }
  if constexpr (Float<To>) {
    require_tight(cast_down<To>(x), cast_up<To>(x), to_rational(x));
    auto same = outcome_of([&] { return exact_cast<To>(x); });
    if (same) require(to_rational(*same) == to_rational(x), "exact_cast keeps the value");
    if (!same) require(cast_down<To>(x) != cast_up<To>(x), "exact_cast refuses rounding only");
  } else {
    check_integer_cast<To>(x);
  }
}

/// A checked result is the exact one; a saturated one the closest.
template <Integer T, class Checked>
void require_checked(Checked checked, T saturated, const Rational& exact) {
  const Rational least = to_rational(std::numeric_limits<T>::min());
  const Rational most = to_rational(std::numeric_limits<T>::max());
  auto result = outcome_of(checked);
  result.require_valid(least <= exact && exact <= most, ErrorKind::overflow, "overflow is refused");
  if (result) require(to_rational(*result) == exact, "a checked result is exact");
  const Rational closest = exact < least ? least : (exact > most ? most : exact);
  require(to_rational(saturated) == closest, "a saturated result is the closest");
}

template <Integer T>
void calculate_integers(ByteReader& reader) {
  const T a = reader.number<T>();
  const T b = reader.number<T>();
  const Rational x = to_rational(a);
  const Rational y = to_rational(b);
  require_checked<T>([&] { return checked_add(a, b); }, saturating_add(a, b), x + y);
  require_checked<T>([&] { return checked_sub(a, b); }, saturating_sub(a, b), x - y);
  require_checked<T>([&] { return checked_mul(a, b); }, saturating_mul(a, b), x * y);
  require(to_rational(absolute_difference(a, b)) == abs(Rational(x - y)), "|a - b| is exact");
  auto up = outcome_of([&] { return div_up(a, b); });
  auto down = outcome_of([&] { return div_down(a, b); });
  if (b == 0) {
    require(up.error == ErrorKind::invalid_argument, "a division by zero is refused");
    return;
  }
  if (up) require(to_rational(*up) == fuzz::ceiling_of(x / y), "div_up is the ceiling");
  if (down) require(to_rational(*down) == -fuzz::ceiling_of(-x / y), "div_down is the floor");
  if (!up) require(x / y > to_rational(std::numeric_limits<T>::max()), "only overflow is refused");
}

/// The closest fraction, by trying every denominator.
Fraction closest_by_trial(const Rational& alpha, std::uint64_t max_den) {
  Fraction closest{0, 1};
  Rational smallest = alpha;
  for (std::uint64_t den = 1; den <= max_den; ++den) {
    const mpz_class floor = mpz_class(alpha.get_num() * den) / alpha.get_den();
    for (const std::uint64_t num : {floor.get_ui(), floor.get_ui() + 1}) {
      const Rational distance = abs(Rational(num, den) - alpha);
      if (distance < smallest) {
        smallest = distance;
        closest = {num, den};
      }
    }
  }
  return closest;
}

void simplify(ByteReader& reader) {
  const double alpha = reader.flag() ? reader.number<double>()
                                     : static_cast<double>(reader.bits<std::uint32_t>()) * 0x1p-32;
  const std::uint64_t max_den = reader.flag() ? reader.byte() : reader.number<std::uint64_t>();
  auto fraction = outcome_of([&] { return closest_fraction(alpha, max_den); });
  fraction.require_valid(alpha >= 0 && alpha <= 1 && max_den > 0, ErrorKind::invalid_argument,
                         "arguments out of range are refused");
  if (!fraction) return;
  require(fraction->den >= 1 && fraction->den <= max_den, "the denominator is within the limit");
  require(fraction->num <= fraction->den, "the fraction lies in [0, 1]");
  require(std::gcd(fraction->num, fraction->den) == 1, "the fraction is in lowest terms");
  const Rational exact = to_rational(alpha);
  const Rational error = abs(Rational(fraction->num, fraction->den) - exact);
  // Dirichlet: some fraction within the limit is this close.
  require(error * (to_rational(max_den) + 1) <= 1, "the fraction is close");
  if (max_den <= 100) {
    require(*fraction == closest_by_trial(exact, max_den), "the fraction is the closest");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  switch (reader.below(8)) {
    case 0:
      calculate<double>(reader);
      break;
    case 1:
      calculate<float>(reader);
      break;
    case 5:
      AllNumbers::choose(reader, [&]<class To>(std::type_identity<To>) {
        AllNumbers::choose(reader,
                           [&]<class From>(std::type_identity<From>) { cast<To, From>(reader); });
      });
      break;
    case 6:
      AllIntegers::choose(reader,
                          [&]<class T>(std::type_identity<T>) { calculate_integers<T>(reader); });
      break;
    default:
      simplify(reader);
  }
  return 0;
}

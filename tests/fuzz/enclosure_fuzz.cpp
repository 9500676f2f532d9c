// Enclosures: intervals of any bits under arithmetic and exp still contain what they should.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "fuzz/exact_reference.hpp"
#include "fuzz/fuzz_target.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/elementary_enclosure.hpp"
#include "scrim/numbers/interval.hpp"

namespace {

using namespace scrim;
using fuzz::ByteReader;
using fuzz::require;

double read_number(ByteReader& reader) {
  const double x = reader.number<double>();
  return std::isnan(x) ? 0.0 : x;
}

Interval read_interval(ByteReader& reader) {
  const double first = read_number(reader);
  const double second = reader.flag() ? first : read_number(reader);
  return {std::min(first, second), std::max(first, second)};
}

void require_interval(const Interval& x) { require(x.lo <= x.hi, "lo <= hi, and no end is NaN"); }

/// Finite numbers of an interval: its ends, or numbers next to infinite ones, and one between.
std::vector<double> members(const Interval& x) {
  constexpr double largest = std::numeric_limits<double>::max();
  std::vector<double> all;
  for (const double end : {std::max(x.lo, -largest), std::min(x.hi, largest)}) {
    if (std::isfinite(end) && x.contains(end)) all.push_back(end);
  }
  const double between = x.lo / 2 + x.hi / 2;
  if (std::isfinite(between) && x.contains(between)) all.push_back(between);
  return all;
}

bool holds(const Interval& enclosure, const Rational& x) {
  return fuzz::is_at_least(x, enclosure.lo) && fuzz::is_at_most(x, enclosure.hi);
}

bool holds(const BigInterval& enclosure, const Rational& x) {
  return mpfr_cmp_q(enclosure.lower().get(), x.get_mpq_t()) <= 0 &&
         mpfr_cmp_q(enclosure.upper().get(), x.get_mpq_t()) >= 0;
}

void calculate(ByteReader& reader) {
  const Interval a = read_interval(reader);
  const Interval b = read_interval(reader);
  const Interval sum = a + b;
  const Interval difference = a - b;
  const Interval product = a * b;
  const Interval quotient = a / b;
  for (const Interval& result : {sum, difference, product, quotient}) require_interval(result);
  for (const double s : members(a)) {
    for (const double t : members(b)) {
      const Rational x = to_rational(s);
      const Rational y = to_rational(t);
      require(holds(sum, x + y), "a sum is enclosed");
      require(holds(difference, x - y), "a difference is enclosed");
      require(holds(product, x * y), "a product is enclosed");
      if (t != 0) require(holds(quotient, x / y), "a quotient is enclosed");
      if (compare(a, b) == Order::less) require(x < y, "less is less");
      if (compare(a, b) == Order::greater) require(x > y, "greater is greater");
    }
  }
  if (a.lo >= 0 && b.lo >= 0) require(product.lo >= 0, "products of such numbers are not negative");
}

/// The same at a precision of the fuzzer's choice, too low ones included.
void calculate_precisely(ByteReader& reader) {
  const Precision precision = 2 + static_cast<Precision>(reader.below(200));
  const double s = read_number(reader);
  const double t = read_number(reader);
  const BigInterval a = BigInterval::point(precision, s);
  const BigInterval b = BigInterval::point(precision, t);
  require(a.lower_double() <= s && s <= a.upper_double(), "a point encloses its number");
  if (!std::isfinite(s) || !std::isfinite(t)) {
    for (const BigInterval& result : {a + b, a - b, a * b, a / b}) {
      require(mpfr_lessequal_p(result.lower().get(), result.upper().get()) != 0,
              "lo <= hi, and no end is NaN");
    }
    return;
  }
  const Rational x = to_rational(s);
  const Rational y = to_rational(t);
  require(holds(a + b, x + y), "a sum is enclosed");
  require(holds(a - b, x - y), "a difference is enclosed");
  require(holds(a * b, x * y), "a product is enclosed");
  if (t != 0) require(holds(a / b, x / y), "a quotient is enclosed");
  const Order order = compare(a, b);
  if (order == Order::less) require(x < y, "less is less");
  if (order == Order::greater) require(x > y, "greater is greater");
}

bool holds(const Interval& enclosure, const fuzz::Bracket& value) {
  return value.is_at_least(enclosure.lo) && value.is_at_most(enclosure.hi);
}

int exp_of_minus(mpfr_ptr out, mpfr_srcptr x, mpfr_rnd_t rounding) {
  BigFloat minus(mpfr_get_prec(x));
  mpfr_neg(minus.get(), x, MPFR_RNDN);
  return mpfr_exp(out, minus.get(), rounding);
}

void transcend(ByteReader& reader) {
  Interval x = read_interval(reader);
  if (x.hi < 0) x = -x;
  const double margin = reader.flag() ? 0.0 : static_cast<double>(reader.byte()) / 255.0;
  const Interval powers = exp_minus(x, margin);
  require_interval(powers);
  require(powers.lo >= 0 && powers.hi <= 1, "exp of what is not positive lies in [0, 1]");
  for (const double t : members(x)) {
    if (t < 0) continue;
    require(holds(powers, fuzz::Bracket(exp_of_minus, t)), "exp(-t) is enclosed");
  }
}

/// The enclosures of many bits and those of doubles are of the same numbers, so they meet.
void transcend_precisely(ByteReader& reader) {
  const Precision precision = 2 + static_cast<Precision>(reader.below(200));
  const double t = std::abs(read_number(reader));
  const auto meet = [](const Interval& few, const BigInterval& many) {
    return few.lo <= many.upper_double() && many.lower_double() <= few.hi;
  };
  const BigInterval at = BigInterval::point(precision, t);
  require(meet(exp_minus(Interval::point(t)), exp(-at)), "exp(-t) is enclosed twice");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  switch (reader.below(4)) {
    case 0:
      calculate(reader);
      break;
    case 1:
      calculate_precisely(reader);
      break;
    case 2:
      transcend(reader);
      break;
    default:
      transcend_precisely(reader);
  }
  return 0;
}

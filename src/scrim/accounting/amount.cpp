#include "scrim/accounting/amount.hpp"

#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "scrim/accounting/amount_rational.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/numbers/uint128.hpp"
#include "scrim/spaces/distance.hpp"

namespace scrim {

struct Amount::Big {
  Rational value;
};

struct AmountAccess {
  [[nodiscard]] static Amount small(uint128 num, uint128 den) {
    Amount amount;
    amount.num_ = num;
    amount.den_ = den;
    return amount;
  }
  [[nodiscard]] static Amount big(const Rational& value) {
    Amount amount;
    amount.big_ = std::make_shared<const Amount::Big>(Amount::Big{value});
    return amount;
  }
  [[nodiscard]] static bool is_small(const Amount& amount) { return amount.big_ == nullptr; }
  [[nodiscard]] static uint128 num(const Amount& amount) { return amount.num_; }
  [[nodiscard]] static uint128 den(const Amount& amount) { return amount.den_; }
  [[nodiscard]] static const Rational& rational(const Amount& amount) { return amount.big_->value; }
};

namespace {

constexpr std::size_t longest_text = 2000;
constexpr int largest_decimal_exponent = 1000;
constexpr std::size_t largest_denominator_bits = 16384;
// The exact value of the double 0.1 has 55 digits.
constexpr std::size_t longest_decimal = 60;
// A number of more characters is shown rounded.
constexpr std::size_t longest_shown = 20;

// --- from text ---

[[noreturn]] void refuse_text(std::string_view text, std::string_view why) {
  constexpr std::size_t quoted = 40;
  const bool is_long = text.size() > quoted;
  fail(ErrorKind::invalid_argument,
       fmt::format("\"{}{}\" is no amount: {}; give a number of at least 0, such as \"0.1\", "
                   "\"1e-6\" or \"1/3\"",
                   text.substr(0, quoted), is_long ? "..." : "", why));
}

/// Takes the digits at the front of the text away.
std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool take(char c, std::string_view& text) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

mpz_class integer_of(std::string_view digits) {
  return digits.empty() ? mpz_class(0) : mpz_class(std::string(digits), 10);
}

mpz_class power_of_ten(std::size_t exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, exponent);
  return power;
}

/// The number behind "e", or nothing if there is none or it is too large.
std::optional<int> exponent_of(std::string_view text) {
  const bool is_negative = take('-', text);
  if (!is_negative) take('+', text);
  int exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (error != std::errc{} || end != text.data() + text.size() || text.front() == '-' ||
      exponent > largest_decimal_exponent) {
    return std::nullopt;
  }
  return is_negative ? -exponent : exponent;
}

Rational rational_of(std::string_view text) {
  if (text.size() > longest_text) {
    refuse_text(text, fmt::format("it has more than {} characters", longest_text));
  }
  std::string_view rest = text;
  if (take('-', rest)) refuse_text(text, "it is negative, or written like that");
  const std::string_view whole = take_digits(rest);
  if (!whole.empty() && take('/', rest)) {
    const std::string_view den = take_digits(rest);
    if (den.empty() || !rest.empty()) refuse_text(text, "behind / stands no whole number");
    Rational value(integer_of(whole), integer_of(den));
    if (value.get_den() == 0) refuse_text(text, "it is divided by 0");
    value.canonicalize();
    return value;
  }
  const std::string_view fraction = take('.', rest) ? take_digits(rest) : std::string_view{};
  if (whole.empty() && fraction.empty()) refuse_text(text, "it is no number");
  int exponent = 0;
  if (take('e', rest) || take('E', rest)) {
    const std::optional<int> given = exponent_of(rest);
    if (!given) {
      refuse_text(text, fmt::format("behind e stands no whole number between -{0} and {0}",
                                    largest_decimal_exponent));
    }
    exponent = *given;
  } else if (!rest.empty()) {
    refuse_text(text, "it is no number");
  }
  Rational value(integer_of(std::string(whole) + std::string(fraction)));
  const int shift = exponent - static_cast<int>(fraction.size());
  if (shift >= 0) {
    value *= Rational(power_of_ten(static_cast<std::size_t>(shift)));
  } else {
    value /= Rational(power_of_ten(static_cast<std::size_t>(-shift)));
  }
  return value;
}

void check_finite_amount(double x) {
  if (!is_distance(x) || std::isinf(x)) {
    fail(ErrorKind::invalid_argument,
         fmt::format("{} is no amount; give a finite number of at least 0", x));
  }
}

// --- arithmetic of those that fit 128 bits; nothing where the result does not ---

/// The smallest number that both divide. Most often one of them: what was added before has the
/// denominators of what comes.
std::optional<uint128> common_multiple(uint128 a, uint128 b) {
  if (a % b == 0) return a;
  if (b % a == 0) return b;
  uint128 divisor = a;
  for (uint128 rest = b; rest != 0;) divisor = std::exchange(rest, divisor % rest);
  uint128 multiple = 0;
  if (__builtin_mul_overflow(a / divisor, b, &multiple)) return std::nullopt;
  return multiple;
}

/// Both over one denominator.
struct OverOne {
  uint128 a;
  uint128 b;
  uint128 den;
};

std::optional<OverOne> over_one(const Amount& a, const Amount& b) {
  if (!AmountAccess::is_small(a) || !AmountAccess::is_small(b)) return std::nullopt;
  OverOne result{AmountAccess::num(a), AmountAccess::num(b), AmountAccess::den(a)};
  if (AmountAccess::den(a) == AmountAccess::den(b)) return result;
  const auto den = common_multiple(AmountAccess::den(a), AmountAccess::den(b));
  if (!den || __builtin_mul_overflow(result.a, *den / AmountAccess::den(a), &result.a) ||
      __builtin_mul_overflow(result.b, *den / AmountAccess::den(b), &result.b)) {
    return std::nullopt;
  }
  result.den = *den;
  return result;
}

// --- between 128 bits and GMP ---

constexpr int word_bits = 64;

mpz_class integer_of(uint128 n) {
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));
  return (mpz_class(static_cast<std::uint64_t>(n >> word_bits)) << word_bits) +
         mpz_class(static_cast<std::uint64_t>(n));
}

bool is_of_128_bits(const mpz_class& n) {
  return mpz_sizeinbase(n.get_mpz_t(), 2) <= std::size_t{2} * word_bits;
}

/// Precondition (caller): it fits.
uint128 words_of(const mpz_class& n) {
  const mpz_class high = n >> word_bits;
  return uint128{high.get_ui()} << word_bits | n.get_ui();  // get_ui: the lowest word
}

// --- to text ---

/// Digits with a point so many places from their end.
std::string with_point(std::string digits, std::size_t places) {
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  if (places == 0) return digits;
  digits.insert(digits.size() - places, 1, '.');
  return digits;
}

/// How often p divides n, which becomes what is left.
std::size_t divide_out(mpz_class& n, unsigned long p) {
  const mpz_class prime(p);
  return mpz_remove(n.get_mpz_t(), n.get_mpz_t(), prime.get_mpz_t());
}

/// The decimal number that it is, if it is one of few digits.
std::optional<std::string> short_decimal(const Rational& value) {
  mpz_class rest = value.get_den();
  const std::size_t twos = divide_out(rest, 2);
  const std::size_t fives = divide_out(rest, 5);
  const std::size_t places = std::max(twos, fives);
  if (rest != 1 || places > longest_decimal) return std::nullopt;
  const mpz_class scaled = value.get_num() * (power_of_ten(places) / value.get_den());
  std::string text = with_point(scaled.get_str(), places);
  if (text.size() > longest_decimal) return std::nullopt;
  return text;
}

enum class Towards { up, down };

mpz_class divided(const mpz_class& num, const mpz_class& den, Towards towards) {
  mpz_class quotient;
  if (towards == Towards::up) {
    mpz_cdiv_q(quotient.get_mpz_t(), num.get_mpz_t(), den.get_mpz_t());
  } else {
    mpz_fdiv_q(quotient.get_mpz_t(), num.get_mpz_t(), den.get_mpz_t());
  }
  return quotient;
}

/// value * 10^shift, rounded to an integer.
mpz_class scaled_integer(const Rational& value, long shift, Towards towards) {
  const mpz_class power = power_of_ten(static_cast<std::size_t>(std::labs(shift)));
  return shift >= 0 ? divided(value.get_num() * power, value.get_den(), towards)
                    : divided(value.get_num(), value.get_den() * power, towards);
}

/// digits * 10^-shift, with no zeros behind the last digit that counts.
std::string decimal_text(std::string digits, long shift) {
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    --shift;
  }
  const long leading = static_cast<long>(digits.size()) - 1 - shift;  // the power of ten in front
  if (leading < -7 || leading > 20) {
    if (digits.size() > 1) digits.insert(1, 1, '.');
    return fmt::format("{}e{}", digits, leading);
  }
  if (shift <= 0) return digits + std::string(static_cast<std::size_t>(-shift), '0');
  return with_point(std::move(digits), static_cast<std::size_t>(shift));
}

std::string rounded_text(const Rational& value, int digits, Towards towards) {
  // The length of num over that of den is the power of ten in front, or one more than it.
  const auto length = [](const mpz_class& n) {
    return static_cast<long>(mpz_sizeinbase(n.get_mpz_t(), 10));
  };
  long shift = digits - (length(value.get_num()) - length(value.get_den()));
  mpz_class scaled = scaled_integer(value, shift, towards);
  while (length(scaled) > digits && scaled >= power_of_ten(static_cast<std::size_t>(digits))) {
    scaled = scaled_integer(value, --shift, towards);
  }
  return decimal_text(scaled.get_str(), shift);
}

std::string shown_text(const Amount& amount, int digits, Towards towards) {
  std::string exact = amount.exact_text();
  if (exact.size() <= longest_shown) return exact;
  return rounded_text(to_rational(amount), std::max(digits, 1), towards);
}

}  // namespace

Rational to_rational(const Amount& amount) {
  if (!AmountAccess::is_small(amount)) return AmountAccess::rational(amount);
  Rational value(integer_of(AmountAccess::num(amount)), integer_of(AmountAccess::den(amount)));
  value.canonicalize();
  return value;
}

Amount to_amount(const Rational& value) {
  if (is_of_128_bits(value.get_num()) && is_of_128_bits(value.get_den())) {
    return AmountAccess::small(words_of(value.get_num()), words_of(value.get_den()));
  }
  if (mpz_sizeinbase(value.get_den_mpz_t(), 2) > largest_denominator_bits) {
    fail(ErrorKind::overflow,
         fmt::format("amounts are added whose common denominator has more than {} bits; give "
                     "amounts of one kind, such as decimal numbers",
                     largest_denominator_bits));
  }
  return AmountAccess::big(value);
}

Amount Amount::ratio(std::uint64_t num, std::uint64_t den) {
  if (den == 0) {
    fail(ErrorKind::invalid_argument,
         fmt::format("{}/0 is no amount; give a denominator of at least 1", num));
  }
  const std::uint64_t divisor = std::gcd(num, den);
  return AmountAccess::small(num / divisor, den / divisor);
}

Amount Amount::from_text(std::string_view text) { return to_amount(rational_of(text)); }

Amount Amount::typed(double x) {
  check_finite_amount(x);
  std::array<char, 32> text{};
  const char* const end = strictly([&] {
    // Without a sign, which -0.0 has.
    return std::to_chars(text.data(), text.data() + text.size(), std::fabs(x),
                         std::chars_format::scientific)
        .ptr;
  });
  return from_text({text.data(), static_cast<std::size_t>(end - text.data())});
}

Amount Amount::exactly(double x) {
  check_finite_amount(x);
  return strictly([&] { return to_amount(to_rational(x)); });
}

std::string Amount::exact_text() const {
  const Rational value = to_rational(*this);
  return short_decimal(value).value_or(value.get_str());
}

std::string Amount::text_up(int digits) const { return shown_text(*this, digits, Towards::up); }

std::string Amount::text_down(int digits) const { return shown_text(*this, digits, Towards::down); }

double Amount::double_up() const {
  return strictly([&] { return to_double_up(to_rational(*this)); });
}

double Amount::double_down() const {
  return strictly([&] { return to_double_down(to_rational(*this)); });
}

Amount operator+(const Amount& a, const Amount& b) {
  if (const auto parts = over_one(a, b)) {
    uint128 sum = 0;
    if (!__builtin_add_overflow(parts->a, parts->b, &sum)) {
      return AmountAccess::small(sum, parts->den);
    }
  }
  return to_amount(to_rational(a) + to_rational(b));
}

Amount operator-(const Amount& a, const Amount& b) {
  if (a < b) {
    fail(ErrorKind::invalid_argument,
         fmt::format("{} - {} is negative; an amount is at least 0", a.text_down(), b.text_up()));
  }
  if (const auto parts = over_one(a, b)) {
    return AmountAccess::small(parts->a - parts->b, parts->den);
  }
  return to_amount(to_rational(a) - to_rational(b));
}

std::strong_ordering operator<=>(const Amount& a, const Amount& b) {
  if (const auto parts = over_one(a, b)) return parts->a <=> parts->b;
  return cmp(to_rational(a), to_rational(b)) <=> 0;
}

}  // namespace scrim

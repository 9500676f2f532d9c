#include "scrim/accounting/loss_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/big_float.hpp"

namespace scrim {

namespace {

static_assert(GMP_NUMB_BITS == 64, "masses lie in words of 64 bits");

mp_size_t word_count(std::size_t n) { return static_cast<mp_size_t>(n); }

mpz_class power_of_two(int exponent) { return mpz_class(1) << static_cast<mp_bitcnt_t>(exponent); }

mpz_class integer_of(const mp_limb_t* words, std::size_t n) {
  mpz_class out;
  mpz_import(out.get_mpz_t(), n, /*order=*/-1, sizeof(mp_limb_t), /*endian=*/0, /*nails=*/0, words);
  return out;
}

// Precondition: 0 <= x < 2^(64 n).
void write_words(const mpz_class& x, mp_limb_t* words, std::size_t n) {
  std::fill_n(words, n, mp_limb_t{0});
  mpz_export(words, nullptr, /*order=*/-1, sizeof(mp_limb_t), /*endian=*/0, /*nails=*/0,
             x.get_mpz_t());
}

// out := x / 2^bits, rounded up. Precondition: the quotient fits, with a bit to spare in x.
void shift_right_up(const std::vector<mp_limb_t>& x, int bits, std::vector<mp_limb_t>& out) {
  const auto whole_words = static_cast<std::size_t>(bits) / 64;
  const auto rest = static_cast<unsigned>(bits) % 64;
  bool is_cut = std::any_of(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(whole_words),
                            [](mp_limb_t word) { return word != 0; });
  std::fill(out.begin(), out.end(), mp_limb_t{0});
  const std::size_t kept = std::min(x.size() - whole_words, out.size());
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t at = whole_words + i;
    const mp_limb_t above = at + 1 < x.size() ? x[at + 1] : 0;
    out[i] = rest == 0 ? x[at] : (x[at] >> rest) | (above << (64 - rest));
  }
  if (rest != 0) is_cut = is_cut || (x[whole_words] << (64 - rest)) != 0;
  if (is_cut) mpn_add_1(out.data(), out.data(), word_count(out.size()), 1);
}

// ceil(2^64 * (1 - e^-part) / (1 - e^-whole)) for 0 <= part <= whole; none if that is 2^64 or more.
// This share of a mass that lies `part` above the lower of two losses, which are `whole` apart,
// goes to the upper one.
std::optional<std::uint64_t> upper_share(const BigFloat& part, const BigFloat& whole) {
  constexpr mpfr_prec_t share_precision = 128;
  BigFloat numerator(share_precision);
  BigFloat denominator(share_precision);
  mpfr_neg(numerator.get(), part.get(), MPFR_RNDD);
  mpfr_expm1(numerator.get(), numerator.get(), MPFR_RNDD);  // -(1 - e^-part), away from 0
  mpfr_neg(denominator.get(), whole.get(), MPFR_RNDU);
  mpfr_expm1(denominator.get(), denominator.get(), MPFR_RNDU);  // towards 0
  mpfr_div(numerator.get(), numerator.get(), denominator.get(), MPFR_RNDU);
  mpfr_mul_2ui(numerator.get(), numerator.get(), 64, MPFR_RNDU);
  mpfr_ceil(numerator.get(), numerator.get());
  if (!mpfr_fits_uintmax_p(numerator.get(), MPFR_RNDU)) return std::nullopt;
  return mpfr_get_uj(numerator.get(), MPFR_RNDU);
}

}  // namespace

Rational LossGrid::loss(std::size_t i) const {
  return offset + step * Rational(static_cast<unsigned long>(i));
}

LossDistribution::LossDistribution(int bits, LossGrid grid, std::size_t size)
    : bits_(bits), grid_(std::move(grid)) {
  words_.resize(size * words_per_mass());
  infinity_.resize(words_per_mass());
}

LossDistribution LossDistribution::from_tails(int bits, LossGrid grid,
                                              std::span<const mpz_class> tails,
                                              const mpz_class& infinity) {
  LossDistribution out(bits, std::move(grid), tails.size());
  const std::size_t n = out.words_per_mass();
  const mpz_class whole = power_of_two(bits);
  mpz_class behind = std::min(infinity, whole);
  write_words(behind, out.infinity_.data(), n);
  for (std::size_t i = tails.size(); i-- > 0;) {
    const mpz_class tail = i == 0 ? whole : std::clamp(tails[i], behind, whole);
    write_words(tail - behind, out.words(i), n);
    behind = tail;
  }
  return out;
}

LossDistribution LossDistribution::none(int bits, const Rational& step) {
  const mpz_class whole = power_of_two(bits);
  return from_tails(bits, {Rational(0), step}, {&whole, 1}, 0);
}

mpz_class LossDistribution::mass(std::size_t i) const {
  return integer_of(words(i), words_per_mass());
}

mpz_class LossDistribution::infinite_mass() const {
  return integer_of(infinity_.data(), words_per_mass());
}

std::vector<mp_limb_t> LossDistribution::packed(std::size_t words_per_slot) const {
  std::vector<mp_limb_t> out(size() * words_per_slot);
  // A mass may have a word more than a slot only where that word is 0: a mass is at most 2^bits,
  // and a slot holds 2^(2 bits).
  const std::size_t used = std::min(words_per_slot, words_per_mass());
  for (std::size_t i = 0; i < size(); ++i) {
    std::copy_n(words(i), used, out.data() + i * words_per_slot);
  }
  return out;
}

LossDistribution LossDistribution::composed_with(const LossDistribution& other) const {
  if (bits_ != other.bits_ || grid_.step != other.grid_.step) {
    fail(ErrorKind::mismatch,
         "loss distributions compose on grids of one step and masses of one number of bits; "
         "coarsen the finer one first");
  }
  const std::size_t n = words_per_mass();
  const std::size_t result_size = size() + other.size() - 1;
  LossDistribution out(bits_, {grid_.offset + other.grid_.offset, grid_.step}, result_size);

  // Each coefficient of the product of polynomials is at most the sum of all, 2^(2 bits), so in
  // slots of that many bits none runs into the next.
  const std::size_t slot = (2 * static_cast<std::size_t>(bits_) + 1 + 63) / 64;
  std::vector<mp_limb_t> product((size() + other.size()) * slot);
  const auto left = packed(slot);
  if (&other == this) {
    mpn_sqr(product.data(), left.data(), word_count(left.size()));
  } else {
    const auto right = other.packed(slot);
    const auto& longer = left.size() >= right.size() ? left : right;
    const auto& shorter = left.size() >= right.size() ? right : left;
    mpn_mul(product.data(), longer.data(), word_count(longer.size()), shorter.data(),
            word_count(shorter.size()));
  }

  // A loss is finite where both are. Then tails from the top, cut to `bits` upwards: the
  // differences of what comes out are the masses.
  const mpz_class whole = power_of_two(bits_);
  const mpz_class finite = (whole - infinite_mass()) * (whole - other.infinite_mass());
  std::vector<mp_limb_t> exact_tail(slot);
  write_words(whole * whole - finite, exact_tail.data(), slot);
  std::vector<mp_limb_t> tail(n);
  shift_right_up(exact_tail, bits_, tail);
  out.infinity_ = tail;
  std::vector<mp_limb_t> behind = tail;
  for (std::size_t i = result_size; i-- > 0;) {
    mpn_add_n(exact_tail.data(), exact_tail.data(), product.data() + i * slot, word_count(slot));
    shift_right_up(exact_tail, bits_, tail);
    mpn_sub_n(out.words(i), tail.data(), behind.data(), word_count(n));
    std::swap(tail, behind);
  }
  return out;
}

void LossDistribution::share_between(const mp_limb_t* from, std::optional<std::uint64_t> share,
                                     std::size_t lower, std::size_t upper) {
  const std::size_t n = words_per_mass();
  if (!share) {
    mpn_add_n(words(upper), words(upper), from, word_count(n));
    return;
  }
  std::vector<mp_limb_t> product(n + 1);
  product[n] = mpn_mul_1(product.data(), from, word_count(n), *share);
  const bool is_cut = product[0] != 0;
  mp_limb_t* const up = product.data() + 1;
  if (is_cut) mpn_add_1(up, up, word_count(n), 1);
  mpn_add_n(words(upper), words(upper), up, word_count(n));
  std::vector<mp_limb_t> rest(n);
  mpn_sub_n(rest.data(), from, up, word_count(n));
  mpn_add_n(words(lower), words(lower), rest.data(), word_count(n));
}

LossDistribution LossDistribution::coarsened() const {
  const WideExponentRange wide;
  const std::size_t result_size = size() / 2 + 1;
  LossDistribution out(bits_, {grid_.offset, grid_.step * 2}, result_size);
  out.infinity_ = infinity_;
  const std::size_t n = words_per_mass();

  // 1 / (1 + e^-step), by a step rounded up: the share grows with it.
  constexpr mpfr_prec_t step_precision = 128;
  BigFloat share(step_precision);
  mpfr_set_q(share.get(), grid_.step.get_mpq_t(), MPFR_RNDU);
  mpfr_neg(share.get(), share.get(), MPFR_RNDD);
  mpfr_exp(share.get(), share.get(), MPFR_RNDD);
  mpfr_add_ui(share.get(), share.get(), 1, MPFR_RNDD);
  mpfr_ui_div(share.get(), 1, share.get(), MPFR_RNDU);
  mpfr_mul_2ui(share.get(), share.get(), 64, MPFR_RNDU);
  mpfr_ceil(share.get(), share.get());
  const auto upper = mpfr_fits_uintmax_p(share.get(), MPFR_RNDU)
                         ? std::optional<std::uint64_t>(mpfr_get_uj(share.get(), MPFR_RNDU))
                         : std::nullopt;
  for (std::size_t i = 0; i < size(); ++i) {
    if (i % 2 == 0) {
      mpn_add_n(out.words(i / 2), out.words(i / 2), words(i), word_count(n));
    } else {
      out.share_between(words(i), upper, i / 2, i / 2 + 1);
    }
  }
  return out;
}

LossDistribution LossDistribution::on_dyadic_grid(int exponent) const {
  const WideExponentRange wide;
  constexpr mpfr_prec_t loss_precision = 192;
  BigFloat whole(loss_precision);  // the new step
  mpfr_set_ui_2exp(whole.get(), 1, -exponent, MPFR_RNDN);

  // Each loss as a number in new steps, rounded up, so a mass only moves upwards.
  BigFloat scaled(loss_precision);
  const auto set_scaled = [&](std::size_t i) {
    mpfr_set_q(scaled.get(), grid_.loss(i).get_mpq_t(), MPFR_RNDU);
    mpfr_mul_2si(scaled.get(), scaled.get(), exponent, MPFR_RNDU);
  };
  BigFloat floor(loss_precision);
  const auto floor_of_scaled = [&] {
    mpfr_floor(floor.get(), scaled.get());
    mpz_class out;
    mpfr_get_z(out.get_mpz_t(), floor.get(), MPFR_RNDN);
    return out;
  };
  set_scaled(0);
  const mpz_class first = floor_of_scaled();
  set_scaled(size() - 1);
  const mpz_class places = floor_of_scaled() - first + 2;
  constexpr unsigned long most_places = 1UL << 26;
  if (places > most_places) {
    fail(ErrorKind::overflow, "a grid of 2^-" + std::to_string(exponent) + " has " +
                                  places.get_str() + " losses here; use a coarser one");
  }
  Rational step(1);
  if (exponent >= 0) {
    step /= Rational(power_of_two(exponent));
  } else {
    step *= Rational(power_of_two(-exponent));
  }
  LossDistribution out(bits_, {Rational(first) * step, step}, places.get_ui());
  out.infinity_ = infinity_;
  BigFloat part(loss_precision);
  for (std::size_t i = 0; i < size(); ++i) {
    set_scaled(i);
    const mpz_class lower = floor_of_scaled() - first;
    mpfr_sub(part.get(), scaled.get(), floor.get(), MPFR_RNDU);  // exact: fewer bits than `scaled`
    mpfr_mul_2si(part.get(), part.get(), -exponent, MPFR_RNDU);
    out.share_between(words(i), upper_share(part, whole), lower.get_ui(), lower.get_ui() + 1);
  }
  return out;
}

LossDistribution LossDistribution::trimmed(std::uint64_t most) const {
  const std::size_t n = words_per_mass();
  // How many places from an end have at most this mass together.
  const auto count_small = [&](auto place) {
    std::uint64_t sum = 0;
    std::size_t count = 0;
    for (; count + 1 < size(); ++count) {
      const mp_limb_t* const w = words(place(count));
      if (std::any_of(w + 1, w + n, [](mp_limb_t word) { return word != 0; })) break;
      if (w[0] > most - sum) break;
      sum += w[0];
    }
    return std::pair{count, sum};
  };
  const auto [below, mass_below] = count_small([](std::size_t i) { return i; });
  auto [above, mass_above] = count_small([&](std::size_t i) { return size() - 1 - i; });
  if (below + above >= size()) {
    // Hardly any mass is finite: leave the highest in place.
    above = 0;
    mass_above = 0;
  }
  LossDistribution out(bits_, {grid_.loss(below), grid_.step}, size() - below - above);
  std::copy_n(words(below), out.words_.size(), out.words_.data());
  mpn_add_1(out.words(0), out.words(0), word_count(n), mass_below);
  mpn_add_1(out.infinity_.data(), infinity_.data(), word_count(n), mass_above);
  return out;
}

LossDistribution::Moments LossDistribution::moments() const {
  const double first = grid_.offset.get_d();
  const double step = grid_.step.get_d();
  // Words from the highest down, as a double.
  const auto mass_in_doubles = [&](std::size_t i) {
    double out = 0.0;
    for (std::size_t word = words_per_mass(); word-- > 0;) {
      out = out * 0x1p64 + static_cast<double>(words(i)[word]);
    }
    return std::ldexp(out, -bits_);
  };
  double sum = 0.0;
  double mean = 0.0;
  double spread = 0.0;  // of squares around the mean of those so far
  for (std::size_t i = 0; i < size(); ++i) {
    const double weight = mass_in_doubles(i);
    if (weight == 0.0) continue;
    const double loss = first + step * static_cast<double>(i);
    sum += weight;
    const double moved = loss - mean;
    mean += moved * weight / sum;
    spread += weight * moved * (loss - mean);
  }
  return {mean, sum > 0.0 ? spread / sum : 0.0};
}

}  // namespace scrim

#include "scrim/accounting/compose_losses.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

#include "scrim/accounting/discretise.hpp"
#include "scrim/accounting/loss_distribution.hpp"

namespace scrim {

namespace {

// How the slack is divided.
constexpr double by_points_share = 0.25;  // points of a curve in place of its losses
constexpr double power_share = 0.375;     // coarser grids on the way to the sum of equal releases
constexpr double meeting_share = 0.125;   // different releases on one grid
constexpr double merging_share = 0.25;    // coarser grids on the way to the sum of those
// What all roundings of masses and all windows may add, as a power of two of the smallest delta.
constexpr int bits_below_delta = 16;
constexpr std::size_t most_losses = std::size_t{1} << 17;
constexpr std::size_t most_lattice_losses = std::size_t{1} << 16;
constexpr std::size_t losses_for_moments = 512;

int bit_length(std::uint64_t x) { return static_cast<int>(std::bit_width(x)); }

// What is chosen once for all steps. None of it decides whether an answer is a bound, only how
// close it is.
struct Resolution {
  int bits;            // of masses
  int delta_bits;      // the smallest delta that is told well
  double operations;   // products of distributions, at most
  double sensitivity;  // d: adding a variance v to a loss adds v d of delta
  double slack;        // for one step

  // The mass that may be moved by one window, where what comes out is used `copies` times.
  [[nodiscard]] std::uint64_t movable(double copies) const {
    const double most = std::ldexp(1.0, bits - delta_bits - bits_below_delta);
    const double share = most / (copies * operations);
    return share < 1.0      ? 1
           : share > 0x1p62 ? std::uint64_t{1} << 62
                            : static_cast<std::uint64_t>(share);
  }

  // Masses on a grid that is twice as coarse: half of them move by a step either way.
  [[nodiscard]] bool may_coarsen(const LossDistribution& losses, double copies,
                                 double share) const {
    const double step = losses.grid().step.get_d();
    return copies * (step * step / 2) * sensitivity <= share * slack;
  }

  // The exponent of a dyadic grid on which `copies` distributions, whose masses lie anywhere
  // between its points, stay within a share of the slack.
  [[nodiscard]] int dyadic_exponent(double copies, double share) const {
    const double step = std::sqrt(6.0 * share * slack / (copies * sensitivity));
    return -static_cast<int>(std::round(std::log2(step)));
  }
};

// The finest dyadic grid that has at most this many points within a width.
int exponent_for(std::size_t points, const Rational& width) {
  return static_cast<int>(std::floor(std::log2(static_cast<double>(points) / width.get_d())));
}

LossDistribution reduce(LossDistribution losses, const Resolution& resolution, double copies,
                        double share) {
  losses = losses.trimmed(resolution.movable(copies));
  while (losses.size() > 2 &&
         (losses.size() > most_losses || resolution.may_coarsen(losses, copies, share))) {
    losses = losses.coarsened();
  }
  return losses;
}

// The product, on the coarser of both grids; the steps of either are powers of two times one step.
LossDistribution compose_on_coarser(LossDistribution& a, LossDistribution& b) {
  while (a.grid().step < b.grid().step) a = a.coarsened();
  while (b.grid().step < a.grid().step) b = b.coarsened();
  return a.composed_with(b);
}

LossDistribution power(LossDistribution single, std::uint64_t times, const Resolution& resolution) {
  const int squarings = bit_length(times) - 1;
  // A grid is made coarser at about every other squaring, and where `single` joins it.
  const double share = power_share / (squarings + 1);
  single = reduce(std::move(single), resolution, static_cast<double>(times), share);
  LossDistribution all = single;
  for (int bit = squarings - 1; bit >= 0; --bit) {
    const double copies = std::ldexp(1.0, bit);
    all = reduce(all.composed_with(all), resolution, copies, share);
    if ((times >> bit & 1) != 0) {
      all = reduce(compose_on_coarser(all, single), resolution, copies, share);
    }
  }
  return all;
}

struct SingleStep {
  const PrivacyCurve* curve;
  std::uint64_t times;
  std::optional<LossDistribution> losses;  // none: by points of its curve, between these losses
  Rational lowest = 0;
  Rational highest = 0;
};

LossDistribution by_points(const SingleStep& step, int bits, int exponent) {
  // Points that are too many to compute are told apart less finely.
  const Rational width = step.highest - step.lowest;
  DyadicWindow window{std::min(exponent, exponent_for(most_lattice_losses, width)), 0, 0};
  const auto scaled = [&](const Rational& x) {
    Rational out = x;
    if (window.exponent >= 0) {
      mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(window.exponent));
    } else {
      mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(-window.exponent));
    }
    return out;
  };
  const Rational low = scaled(step.lowest);
  const Rational high = scaled(step.highest);
  mpz_fdiv_q(window.lowest.get_mpz_t(), low.get_num_mpz_t(), low.get_den_mpz_t());
  mpz_cdiv_q(window.highest.get_mpz_t(), high.get_num_mpz_t(), high.get_den_mpz_t());
  if (window.lowest == window.highest) window.highest += 1;
  return connect_the_dots(*step.curve, bits, window);
}

struct Part {
  LossDistribution losses;
  double steps;  // how many were composed
};

struct DirectedStep {
  const PrivacyCurve* curve;
  const PrivacyCurve* reverse;
  std::uint64_t times;
};

LossDistribution compose_direction(const std::vector<DirectedStep>& steps, int delta_bits,
                                   double slack) {
  // Masses: every product may raise each tail by one unit, and every window move one, once for
  // each of the copies made of it.
  double total_times = 0.0;
  int operations = 0;
  for (const DirectedStep& step : steps) {
    total_times += static_cast<double>(step.times);
    operations += 2 * bit_length(step.times) + 1;
  }
  const int needed = delta_bits + bits_below_delta + 2 +
                     static_cast<int>(std::ceil(std::log2(std::max(total_times, 1.0)))) +
                     bit_length(static_cast<std::uint64_t>(operations));
  Resolution resolution{
      .bits = (needed + 32) / 32 * 32 - 1,  // slots of 2 bits + 1 fill their words
      .delta_bits = delta_bits,
      .operations = static_cast<double>(operations),
      .sensitivity = 1.0,
      .slack = slack / static_cast<double>(std::max<std::size_t>(steps.size(), 1))};

  // What each release loses on its own, and how far all losses spread.
  std::vector<SingleStep> singles;
  double variance = 0.0;
  for (const DirectedStep& step : steps) {
    SingleStep single{step.curve, step.times, std::nullopt};
    if (auto lattice = step.curve->lattice(most_lattice_losses, resolution.bits)) {
      single.losses = discretise_lattice(*lattice, resolution.bits);
    } else {
      const int tail_bits = resolution.bits - 2;
      single.highest = largest_loss(*step.curve, tail_bits);
      single.lowest = -largest_loss(*step.reverse, tail_bits);
      const Rational width = single.highest - single.lowest;
      const int coarse = exponent_for(losses_for_moments, width);
      variance += static_cast<double>(step.times) *
                  by_points(single, resolution.bits, coarse).moments().variance;
    }
    if (single.losses) {
      variance += static_cast<double>(step.times) * single.losses->moments().variance;
    }
    singles.push_back(std::move(single));
  }
  // Losses that sum to about a normal law of this variance have delta ~ e^(-rate epsilon) near the
  // smallest delta; a variance v beside adds rate (1 + rate) v / 2 of it.
  const double deviation = std::sqrt(std::max(variance, 0x1p-200));
  const double rate = 1.0 + std::sqrt(2.0 * std::log(2.0) * delta_bits) / deviation;
  resolution.sensitivity = rate * (1.0 + rate) / 2.0;

  // A step alone stays on its own grid; several meet on dyadic ones.
  std::deque<Part> parts;
  for (SingleStep& single : singles) {
    const auto copies = static_cast<double>(single.times);
    LossDistribution losses = single.losses
                                  ? *std::exchange(single.losses, std::nullopt)
                                  : by_points(single, resolution.bits,
                                              resolution.dyadic_exponent(copies, by_points_share));
    losses = power(std::move(losses), single.times, resolution);
    if (steps.size() > 1) {
      const Rational width = losses.grid().loss(losses.size()) - losses.grid().offset;
      const int finest = exponent_for(most_losses, width);
      losses =
          losses.on_dyadic_grid(std::min(resolution.dyadic_exponent(1.0, meeting_share), finest));
    }
    parts.push_back({std::move(losses), 1.0});
  }
  if (parts.empty()) return LossDistribution::none(resolution.bits, Rational(1));

  // Two by two, so that a grid is as fine as few losses need while they are few.
  const double share = merging_share / bit_length(parts.size());
  while (parts.size() > 1) {
    Part a = std::move(parts[0]);
    Part b = std::move(parts[1]);
    parts.pop_front();
    parts.pop_front();
    const double steps_in_both = a.steps + b.steps;
    parts.push_back(
        {reduce(compose_on_coarser(a.losses, b.losses), resolution, 1.0, share * steps_in_both),
         steps_in_both});
  }
  return std::move(parts.front().losses);
}

}  // namespace

double ComposedLosses::delta(double epsilon) const {
  const double forward = forward_.delta(epsilon);
  return backward_ ? std::max(forward, backward_->delta(epsilon)) : forward;
}

ComposedLosses compose_losses(const std::vector<LossStep>& steps, int delta_bits, double slack) {
  bool is_symmetric = true;
  std::vector<DirectedStep> forward;
  std::vector<DirectedStep> backward;
  for (const LossStep& step : steps) {
    const PrivacyCurve* const there = step.curves.forward().get();
    const PrivacyCurve* const back = step.curves.backward().get();
    forward.push_back({there, back, step.times});
    backward.push_back({back, there, step.times});
    is_symmetric = is_symmetric && step.curves.is_symmetric();
  }
  LossProfile ahead(compose_direction(forward, delta_bits, slack));
  if (is_symmetric) return ComposedLosses(std::move(ahead));
  return ComposedLosses(std::move(ahead),
                        LossProfile(compose_direction(backward, delta_bits, slack)));
}

}  // namespace scrim

#include "scrim/accounting/accountant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/accounting/compose_losses.hpp"
#include "scrim/accounting/curves/concentrated_curve.hpp"
#include "scrim/accounting/release.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

namespace {

constexpr double largest_loss_given = 0x1p20;
constexpr double least_width = 0x1p-20;
constexpr double largest_width = 0x1p60;
constexpr std::uint64_t largest_sensitivity = std::uint64_t{1} << 60;
constexpr std::uint64_t most_times = std::uint64_t{1} << 32;
constexpr Precision bound_precision = 128;
constexpr Precision mass_precision = 512;  // 1 - delta is exact for most

// Deltas down to 2^-50, and then to 2^-208, are told with little slack: the finer a composition,
// the longer it takes.
constexpr std::array delta_bits_of_tier{50, 208};

void check_within(std::string_view function, std::string_view name, double x, double least,
                  double most) {
  if (!(least <= x && x <= most)) {
    fail(ErrorKind::invalid_argument, fmt::format("{}: {} is {}; it must be a number from {} to {}",
                                                  function, name, x, least, most));
  }
}

void check_at_most(std::string_view function, std::string_view name, std::uint64_t x,
                   std::uint64_t least, std::uint64_t most) {
  if (x < least || x > most) {
    fail(ErrorKind::invalid_argument,
         fmt::format("{}: {} is {}; it must be from {} to {}", function, name, x, least, most));
  }
}

BigInterval power_of(const BigInterval& x, std::uint64_t exponent) {
  BigInterval out = BigInterval::point(x.precision(), Rational(1));
  for (int bit = static_cast<int>(std::bit_width(exponent)) - 1; bit >= 0; --bit) {
    out = out * out;
    if ((exponent >> bit & 1) != 0) out = out * x;
  }
  return out;
}

}  // namespace

class Accountant::State {
 public:
  State() = default;
  State(const State& other) : times_(other.times_) {}

  void add(const Release& release, std::uint64_t times) {
    if (times == 0) return;
    const auto known = times_.find(release);
    const std::uint64_t before = known == times_.end() ? 0 : known->second;
    check_at_most("Accountant", "the number of releases that are alike", before + times, 0,
                  most_times);
    times_[release] = before + times;
    const std::lock_guard lock(mutex_);
    answers_.reset();
  }

  [[nodiscard]] double delta(double epsilon) const {
    return with_answers([&](Answers& answers) { return answers.delta(epsilon, std::nullopt); });
  }

  [[nodiscard]] double epsilon(double delta) const {
    return with_answers([&](Answers& answers) { return answers.epsilon(delta); });
  }

  [[nodiscard]] double rho() const {
    return with_answers([](Answers& answers) { return to_double_up(answers.rho()); });
  }

  [[nodiscard]] double delta_beside_rho() const {
    return with_answers([](Answers& answers) { return answers.mass(); });
  }

 private:
  // What follows from the releases, computed when it is asked for.
  class Answers {
   public:
    explicit Answers(const std::map<Release, std::uint64_t>& releases);

    [[nodiscard]] const Rational& rho() const noexcept { return rho_; }
    [[nodiscard]] double mass() const noexcept { return mass_; }

    /// A bound on delta; where it is known to be at most `enough`, some bound that is.
    [[nodiscard]] double delta(double epsilon, std::optional<double> enough);
    [[nodiscard]] double epsilon(double delta);

   private:
    [[nodiscard]] const ComposedLosses& tier(std::size_t number);

    std::vector<LossStep> steps_;
    Rational rho_ = 0;                  // of all releases
    std::optional<Rational> pure_ = 0;  // epsilon of all releases, but for the mass
    double mass_ = 0.0;                 // 1 - prod(1 - delta)
    std::unique_ptr<ConcentratedCurve> by_rho_;
    bool is_concentrated_only_ = true;
    std::vector<ComposedLosses> tiers_;
  };

  double with_answers(auto ask) const {
    return strictly([&] {
      const std::lock_guard lock(mutex_);
      if (!answers_) answers_ = std::make_unique<Answers>(times_);
      return ask(*answers_);
    });
  }

  std::map<Release, std::uint64_t> times_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Answers> answers_;
};

Accountant::State::Answers::Answers(const std::map<Release, std::uint64_t>& releases) {
  const auto real = [](const Rational& x) { return BigInterval::point(mass_precision, x); };
  BigInterval kept = real(1);  // prod(1 - delta) of all releases
  BigInterval kept_of_concentrated = real(1);
  Rational concentrated = 0;
  for (const auto& [release, times] : releases) {
    const Rational count = to_rational(times);
    rho_ += count * concentrated_loss(release);
    const auto pure = pure_loss(release);
    pure_ = pure && pure_ ? std::optional<Rational>(*pure_ + count * *pure) : std::nullopt;
    if (release.delta > 0) {
      const BigInterval all = power_of(real(1 - to_rational(release.delta)), times);
      kept = kept * all;
      if (release.kind == ReleaseKind::concentrated) {
        kept_of_concentrated = kept_of_concentrated * all;
      }
    }
    if (release.kind == ReleaseKind::concentrated) {
      concentrated += count * to_rational(release.width);
    } else {
      steps_.push_back({CurvePair(curve_of(release)), times});
      is_concentrated_only_ = false;
    }
  }
  const auto mass_of = [&](const BigInterval& rest) {
    return std::clamp((real(1) - rest).upper_double(), 0.0, 1.0);
  };
  mass_ = mass_of(kept);
  by_rho_ = std::make_unique<ConcentratedCurve>(rho_, to_rational(mass_));
  // Bounds on Renyi divergences add up before they are turned into a curve.
  const double mass_of_concentrated = mass_of(kept_of_concentrated);
  if (concentrated > 0 || mass_of_concentrated > 0) {
    steps_.push_back({CurvePair(std::make_shared<ConcentratedCurve>(
                          concentrated, to_rational(mass_of_concentrated))),
                      1});
  }
}

const ComposedLosses& Accountant::State::Answers::tier(std::size_t number) {
  while (tiers_.size() <= number) {
    tiers_.push_back(compose_losses(steps_, delta_bits_of_tier.at(tiers_.size())));
  }
  return tiers_[number];
}

double Accountant::State::Answers::delta(double epsilon, std::optional<double> enough) {
  if (epsilon == std::numeric_limits<double>::infinity()) return mass_;
  const Rational exact = to_rational(epsilon);
  if (pure_ && exact >= *pure_) return mass_;
  // The least of several bounds, of which none rises with epsilon.
  double least = std::min(1.0, by_rho_->delta(exact, bound_precision).upper_double());
  if (is_concentrated_only_) return std::max(least, mass_);
  for (std::size_t number = 0; number < delta_bits_of_tier.size(); ++number) {
    if (enough && least <= *enough) break;
    least = std::min(least, tier(number).delta(epsilon));
    if (least >= std::ldexp(1.0, -delta_bits_of_tier.at(number))) break;
  }
  return std::max(least, mass_);  // below the mass a bound cannot be but by its own rounding
}

double Accountant::State::Answers::epsilon(double delta) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto is_enough = [&](double epsilon) { return this->delta(epsilon, delta) <= delta; };
  if (is_enough(0.0)) return 0.0;
  double high = 0x1p-20;
  while (high < infinity && !is_enough(high)) high *= 2;
  if (high == infinity && !is_enough(high)) return infinity;
  // Doubles above 0 are in the order of their bits.
  auto low_bits = std::bit_cast<std::uint64_t>(0.0);
  auto high_bits = std::bit_cast<std::uint64_t>(high);
  while (high_bits - low_bits > 1) {
    const std::uint64_t middle = low_bits + (high_bits - low_bits) / 2;
    (is_enough(std::bit_cast<double>(middle)) ? high_bits : low_bits) = middle;
  }
  return std::bit_cast<double>(high_bits);
}

Accountant::Accountant() : state_(std::make_unique<State>()) {}
Accountant::Accountant(const Accountant& other) : state_(std::make_unique<State>(*other.state_)) {}
// What was moved from has no release.
Accountant::Accountant(Accountant&& other) noexcept : Accountant() {
  std::swap(state_, other.state_);
}
Accountant& Accountant::operator=(const Accountant& other) { return *this = Accountant(other); }
Accountant& Accountant::operator=(Accountant&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Accountant::~Accountant() = default;

void Accountant::add_gaussian(double sigma, std::uint64_t sensitivity, std::uint64_t times) {
  check_within("add_gaussian", "sigma", sigma, least_width, largest_width);
  check_at_most("add_gaussian", "sensitivity", sensitivity, 0, largest_sensitivity);
  check_at_most("add_gaussian", "times", times, 0, most_times);
  if (sensitivity == 0) return;
  state_->add({ReleaseKind::gaussian, sigma, sensitivity, 0.0}, times);
}

void Accountant::add_laplace(double scale, std::uint64_t sensitivity, std::uint64_t times) {
  check_within("add_laplace", "scale", scale, least_width, largest_width);
  check_at_most("add_laplace", "sensitivity", sensitivity, 0, largest_sensitivity);
  check_at_most("add_laplace", "times", times, 0, most_times);
  if (sensitivity == 0) return;
  state_->add({ReleaseKind::laplace, scale, sensitivity, 0.0}, times);
}

void Accountant::add_randomised_response(double epsilon, std::uint64_t categories,
                                         std::uint64_t times) {
  check_within("add_randomised_response", "epsilon", epsilon, 0.0, largest_loss_given);
  check_at_most("add_randomised_response", "categories", categories, 2,
                std::numeric_limits<std::uint64_t>::max());
  check_at_most("add_randomised_response", "times", times, 0, most_times);
  if (epsilon == 0) return;
  state_->add({ReleaseKind::response, epsilon, categories, 0.0}, times);
}

void Accountant::add_bounded_range(double epsilon, std::uint64_t times) {
  check_within("add_bounded_range", "epsilon", epsilon, 0.0, largest_loss_given);
  check_at_most("add_bounded_range", "times", times, 0, most_times);
  if (epsilon == 0) return;
  state_->add({ReleaseKind::range, epsilon, 0, 0.0}, times);
}

void Accountant::add_loss(const PrivacyLoss& loss, std::uint64_t times) {
  if (loss.epsilon.has_value() == loss.rho.has_value()) {
    fail(ErrorKind::invalid_argument,
         loss.rho ? "add_loss: both epsilon and rho are given; give the one that the release's "
                    "measure has"
                  : "add_loss: neither epsilon nor rho is given; give one, and delta where the "
                    "measure has it");
  }
  const bool is_pure = loss.epsilon.has_value();
  const double amount = is_pure ? *loss.epsilon : *loss.rho;
  check_within("add_loss", is_pure ? "epsilon" : "rho", amount, 0.0, largest_loss_given);
  check_within("add_loss", "delta", loss.delta, 0.0, 1.0);
  check_at_most("add_loss", "times", times, 0, most_times);
  if (amount == 0 && loss.delta == 0) return;
  // Two categories: the worst pair under (epsilon, delta).
  state_->add(is_pure ? Release{ReleaseKind::pure, amount, 2, loss.delta}
                      : Release{ReleaseKind::concentrated, amount, 0, loss.delta},
              times);
}

double Accountant::delta(double epsilon) const {
  check_within("Accountant::delta", "epsilon", epsilon, 0.0,
               std::numeric_limits<double>::infinity());
  return state_->delta(epsilon);
}

double Accountant::epsilon(double delta) const {
  check_within("Accountant::epsilon", "delta", delta, 0.0, 1.0);
  return state_->epsilon(delta);
}

double Accountant::rho() const { return state_->rho(); }

double Accountant::delta_beside_rho() const { return state_->delta_beside_rho(); }

}  // namespace scrim

#include "scrim/accounting/profile_answers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "scrim/accounting/release_curves.hpp"
#include "scrim/accounting/search_doubles.hpp"

namespace scrim {

namespace {

constexpr double infinite_epsilon = std::numeric_limits<double>::infinity();
constexpr Precision bound_precision = 256;

// Deltas down to 2^-50, and then to 2^-208, are told with little slack: the finer a composition,
// the longer it takes.
constexpr std::array delta_bits_of_tier{50, 208};

}  // namespace

ProfileAnswers::ProfileAnswers(const Releases& releases)
    : releases_(releases), known_(known_loss(releases)) {
  if (known_.rho) {
    by_rho_ = std::make_unique<ConcentratedCurve>(*known_.rho, to_rational(known_.mass));
  }
  is_concentrated_only_ =
      std::all_of(releases_.times.begin(), releases_.times.end(),
                  [](const auto& each) { return each.first.kind == ReleaseKind::concentrated; });
  if (!is_concentrated_only_ && releases_.times.size() == 1 &&
      releases_.times.begin()->second == 1 && !has_rising_curves(releases_.times.begin()->first)) {
    only_one_ = curves_of(releases_.times.begin()->first, delta_bits_of_tier.back());
  }
}

const ComposedLosses& ProfileAnswers::tier(std::size_t number) {
  while (tiers_.size() <= number) {
    const int bits = delta_bits_of_tier.at(tiers_.size());
    tiers_.push_back(compose_losses(steps_of(releases_, bits), bits));
  }
  return tiers_[number];
}

double ProfileAnswers::delta_of_only_one(const Rational& epsilon) const {
  const double forward = only_one_->forward()->delta(epsilon, bound_precision).upper_double();
  if (only_one_->is_symmetric()) return forward;
  return std::max(forward, only_one_->backward()->delta(epsilon, bound_precision).upper_double());
}

double ProfileAnswers::delta(double epsilon, std::optional<double> enough) {
  const bool is_mass_known = known_.pure || known_.rho;
  if (epsilon == infinite_epsilon) return is_mass_known ? known_.mass : tier(0).delta(epsilon);
  const Rational exact = to_rational(epsilon);
  if (known_.pure && exact >= *known_.pure) return known_.mass;
  // The least of several bounds, of which none rises with epsilon.
  double least = 1.0;
  if (by_rho_) least = std::min(least, by_rho_->delta(exact, bound_precision).upper_double());
  if (only_one_) {
    least = std::min(least, delta_of_only_one(exact));
  } else if (!is_concentrated_only_) {
    for (std::size_t number = 0; number < delta_bits_of_tier.size(); ++number) {
      if (enough && least <= *enough) break;
      least = std::min(least, tier(number).delta(epsilon));
      if (least >= std::ldexp(1.0, -delta_bits_of_tier.at(number))) break;
    }
  }
  return std::max(least, known_.mass);  // below it a bound cannot be but by its own rounding
}

double ProfileAnswers::epsilon(double delta) {
  const auto is_enough = [&](double epsilon) { return this->delta(epsilon, delta) <= delta; };
  return is_enough(infinite_epsilon) ? first_double_with(is_enough) : infinite_epsilon;
}

}  // namespace scrim

#include "scrim/combinators/convert_measure/conversion_map.hpp"

#include <functional>
#include <utility>

#include "scrim/accounting/conversions.hpp"
#include "scrim/accounting/search_doubles.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/directed.hpp"

namespace scrim {

namespace {

void check_delta(AtDelta at) {
  if (at.delta > 0.0 && at.delta < 1.0) return;
  fail(ErrorKind::invalid_argument, "make_convert_measure: delta is " + describe_value(at.delta) +
                                        "; give a number between 0 and 1, such as 1e-6");
}

/// Given a delta, losses turn into ones of which not each is known to be at least as large as that
/// of a smaller one: the order that is best is searched for. So the way back is searched for too,
/// and tried.
PrivacyMap<double, LossWithDelta> searched_map(std::function<LossWithDelta(double)> forward) {
  auto backward = [forward](const LossWithDelta& d_out) {
    return last_double_with([&](double loss) { return within(forward(loss), d_out); });
  };
  return PrivacyMap<double, LossWithDelta>(std::move(forward), std::move(backward));
}

PrivacyMap<double, LossWithDelta> without_delta() {
  return PrivacyMap<double, LossWithDelta>([](double loss) { return LossWithDelta{loss, 0.0}; },
                                           [](const LossWithDelta& d_out) { return d_out.loss; });
}

/// A profile holds losses up to 2^20; of larger ones it promises nothing.
PrivacyProfile profile_of(const PrivacyLoss& loss) {
  constexpr double most = 0x1p20;
  if (loss.epsilon.value_or(0.0) > most || loss.rho.value_or(0.0) > most || loss.delta >= 1.0) {
    return PrivacyProfile::nothing_promised();
  }
  return PrivacyProfile::of_loss(loss);
}

PrivacyProfile profile_of_range(double epsilon) {
  return epsilon > 0x1p20 ? PrivacyProfile::nothing_promised()
                          : PrivacyProfile::of_bounded_range(epsilon);
}

}  // namespace

PrivacyMap<double> conversion_map(RangeDivergence, MaxDivergence) {
  return PrivacyMap<double>::from_constant(1.0);
}

PrivacyMap<double> conversion_map(RangeDivergence, ZeroConcentratedDivergence) {
  return PrivacyMap<double>::from_monotone(rho_of_range);
}

PrivacyMap<double> conversion_map(MaxDivergence, ZeroConcentratedDivergence) {
  return PrivacyMap<double>::from_monotone(rho_of_epsilon);
}

PrivacyMap<double, LossWithDelta> conversion_map(MaxDivergence, Approximate<MaxDivergence>) {
  return without_delta();
}

PrivacyMap<double, LossWithDelta> conversion_map(ZeroConcentratedDivergence,
                                                 Approximate<ZeroConcentratedDivergence>) {
  return without_delta();
}

PrivacyMap<LossWithDelta, LossWithDelta> conversion_map(Approximate<MaxDivergence>,
                                                        Approximate<ZeroConcentratedDivergence>) {
  return PrivacyMap<LossWithDelta, LossWithDelta>(
      [](const LossWithDelta& d) { return LossWithDelta{rho_of_epsilon(d.loss), d.delta}; });
}

PrivacyMap<double, RenyiLosses> conversion_map(MaxDivergence, RenyiDivergence measure) {
  return PrivacyMap<double, RenyiLosses>::from_monotone([measure](double epsilon) {
    RenyiLosses losses;
    for (const double order : measure.orders()) {
      losses.at_orders.push_back(renyi_of_epsilon(epsilon, order));
    }
    return losses;
  });
}

PrivacyMap<double, RenyiLosses> conversion_map(ZeroConcentratedDivergence,
                                               RenyiDivergence measure) {
  return PrivacyMap<double, RenyiLosses>::from_monotone([measure](double rho) {
    RenyiLosses losses;
    for (const double order : measure.orders()) losses.at_orders.push_back(mul_up(order, rho));
    return losses;
  });
}

PrivacyMap<double, LossWithDelta> conversion_map(ZeroConcentratedDivergence,
                                                 Approximate<MaxDivergence>, AtDelta at) {
  check_delta(at);
  return searched_map([at](double rho) {
    if (rho == 0.0) return LossWithDelta{};
    return LossWithDelta{epsilon_of_rho(rho, at.delta), at.delta};
  });
}

PrivacyMap<LossWithDelta, LossWithDelta> conversion_map(Approximate<ZeroConcentratedDivergence>,
                                                        Approximate<MaxDivergence>, AtDelta at) {
  check_delta(at);
  return PrivacyMap<LossWithDelta, LossWithDelta>([at](const LossWithDelta& d) {
    if (d == LossWithDelta{}) return LossWithDelta{};
    return LossWithDelta{epsilon_of_rho(d, at.delta), at.delta};
  });
}

PrivacyMap<RenyiLosses, LossWithDelta> conversion_map(const RenyiDivergence& measure,
                                                      Approximate<MaxDivergence>, AtDelta at) {
  check_delta(at);
  return PrivacyMap<RenyiLosses, LossWithDelta>([measure, at](const RenyiLosses& losses) {
    if (within(losses, RenyiLosses{})) return LossWithDelta{};
    return LossWithDelta{epsilon_of_renyi(measure, losses, at.delta), at.delta};
  });
}

PrivacyMap<double, PrivacyProfile> conversion_map(MaxDivergence, ProfileDivergence) {
  return PrivacyMap<double, PrivacyProfile>::from_monotone(
      [](double epsilon) { return profile_of({.epsilon = epsilon}); });
}

PrivacyMap<double, PrivacyProfile> conversion_map(RangeDivergence, ProfileDivergence) {
  return PrivacyMap<double, PrivacyProfile>::from_monotone(profile_of_range);
}

PrivacyMap<double, PrivacyProfile> conversion_map(ZeroConcentratedDivergence, ProfileDivergence) {
  return PrivacyMap<double, PrivacyProfile>::from_monotone(
      [](double rho) { return profile_of({.rho = rho}); });
}

PrivacyMap<LossWithDelta, PrivacyProfile> conversion_map(Approximate<MaxDivergence>,
                                                         ProfileDivergence) {
  return PrivacyMap<LossWithDelta, PrivacyProfile>(
      [](const LossWithDelta& d) { return profile_of({.epsilon = d.loss, .delta = d.delta}); });
}

PrivacyMap<LossWithDelta, PrivacyProfile> conversion_map(Approximate<ZeroConcentratedDivergence>,
                                                         ProfileDivergence) {
  return PrivacyMap<LossWithDelta, PrivacyProfile>(
      [](const LossWithDelta& d) { return profile_of({.rho = d.loss, .delta = d.delta}); });
}

PrivacyMap<PrivacyProfile, LossWithDelta> conversion_map(ProfileDivergence,
                                                         Approximate<MaxDivergence>, AtDelta at) {
  check_delta(at);
  return PrivacyMap<PrivacyProfile, LossWithDelta>([at](const PrivacyProfile& profile) {
    if (profile == PrivacyProfile{}) return LossWithDelta{};
    return LossWithDelta{profile.epsilon(at.delta), at.delta};
  });
}

}  // namespace scrim

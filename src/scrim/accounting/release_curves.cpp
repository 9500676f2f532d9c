#include "scrim/accounting/release_curves.hpp"

#include <memory>
#include <utility>

#include "scrim/accounting/curves/composed_curve.hpp"
#include "scrim/accounting/curves/concentrated_curve.hpp"
#include "scrim/accounting/curves/gaussian_curve.hpp"
#include "scrim/accounting/curves/laplace_curve.hpp"
#include "scrim/accounting/curves/range_curve.hpp"
#include "scrim/accounting/curves/response_curve.hpp"
#include "scrim/accounting/curves/sampled_curves.hpp"
#include "scrim/accounting/curves/steps_curve.hpp"
#include "scrim/accounting/known_loss.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

namespace {

/// Whether there is one release, once: its curves are those of all.
bool is_only_one(const Releases& releases) {
  return releases.times.size() == 1 && releases.times.begin()->second == 1;
}

/// Of all releases together: those of the only one, or of their composition.
CurvePair curves_of_all(const Releases& releases, int delta_bits) {
  const std::vector<LossStep> steps = steps_of(releases, delta_bits);
  if (steps.size() == 1 && steps.front().times == 1) return steps.front().curves;
  return composed_curves(compose_losses(steps, delta_bits));
}

}  // namespace

CurvePair curves_of(const Release& release, int delta_bits) {
  const Rational width = to_rational(release.width);
  const Rational delta = to_rational(release.delta);
  const mpz_class count(static_cast<unsigned long>(release.count));
  switch (release.kind) {
    case ReleaseKind::gaussian:
      return CurvePair(std::make_shared<GaussianCurve>(width * width, count));
    case ReleaseKind::laplace:
      return CurvePair(std::make_shared<LaplaceCurve>(width, count));
    case ReleaseKind::range:
      return CurvePair(std::make_shared<RangeCurve>(width));
    case ReleaseKind::response:
    case ReleaseKind::pure:
      return CurvePair(std::make_shared<ResponseCurve>(width, release.count, delta));
    case ReleaseKind::concentrated:
      return CurvePair(std::make_shared<ConcentratedCurve>(width, delta));
    case ReleaseKind::sampled:
      return sampled_curves(curves_of_all(*release.of, delta_bits), to_rational(release.rate));
    case ReleaseKind::sampled_of_size:
      return sampled_of_size_curves(curves_of_all(*release.of, delta_bits),
                                    to_rational(release.rate));
    case ReleaseKind::in_steps:
      return CurvePair(
          std::make_shared<StepsCurve>(curves_of_all(*release.of, delta_bits), release.count));
    case ReleaseKind::either_way:
      break;
  }
  return curves_of_all(*release.of, delta_bits).symmetrised();
}

bool has_rising_curves(const Release& release) {
  if (release.kind == ReleaseKind::in_steps) return true;
  return release.of != nullptr && is_only_one(*release.of) &&
         has_rising_curves(release.of->times.begin()->first);
}

std::vector<LossStep> steps_of(const Releases& releases, int delta_bits) {
  std::vector<LossStep> steps;
  Releases concentrated;
  for (const auto& [release, times] : releases.times) {
    if (release.kind == ReleaseKind::concentrated) {
      concentrated.times.emplace(release, times);
    } else {
      steps.push_back({curves_of(release, delta_bits), times});
    }
  }
  // Bounds on Renyi divergences add up before they are turned into a curve.
  if (!concentrated.times.empty()) {
    const KnownLoss all = known_loss(concentrated);
    steps.push_back(
        {CurvePair(std::make_shared<ConcentratedCurve>(all.rho.value(), to_rational(all.mass))),
         1});
  }
  return steps;
}

}  // namespace scrim

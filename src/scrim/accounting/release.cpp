#include "scrim/accounting/release.hpp"

#include <memory>

#include "scrim/accounting/conversions.hpp"
#include "scrim/accounting/curves/concentrated_curve.hpp"
#include "scrim/accounting/curves/gaussian_curve.hpp"
#include "scrim/accounting/curves/laplace_curve.hpp"
#include "scrim/accounting/curves/range_curve.hpp"
#include "scrim/accounting/curves/response_curve.hpp"
#include "scrim/numbers/casts.hpp"

namespace scrim {

namespace {

mpz_class big(std::uint64_t x) { return mpz_class(static_cast<unsigned long>(x)); }

}  // namespace

std::optional<Rational> pure_loss(const Release& release) {
  switch (release.kind) {
    case ReleaseKind::laplace:
      return Rational(big(release.count)) / to_rational(release.width);
    case ReleaseKind::response:
    case ReleaseKind::range:
    case ReleaseKind::pure:
      return to_rational(release.width);
    case ReleaseKind::gaussian:
    case ReleaseKind::concentrated:
      break;
  }
  return std::nullopt;
}

Rational concentrated_loss(const Release& release) {
  Rational width = to_rational(release.width);
  switch (release.kind) {
    case ReleaseKind::concentrated:
      return width;
    case ReleaseKind::gaussian: {
      const Rational shift(big(release.count));
      return shift * shift / (2 * width * width);
    }
    case ReleaseKind::range:
      return to_rational(rho_of_range(release.width));
    case ReleaseKind::laplace:
      return to_rational(rho_of_laplace(cast_up<double>(release.count), release.width));
    case ReleaseKind::response:
    case ReleaseKind::pure:
      break;
  }
  return to_rational(rho_of_epsilon(release.width));
}

SharedCurve curve_of(const Release& release) {
  const Rational width = to_rational(release.width);
  switch (release.kind) {
    case ReleaseKind::gaussian:
      return std::make_shared<GaussianCurve>(width * width, big(release.count));
    case ReleaseKind::laplace:
      return std::make_shared<LaplaceCurve>(width, big(release.count));
    case ReleaseKind::range:
      return std::make_shared<RangeCurve>(width);
    case ReleaseKind::response:
    case ReleaseKind::pure:
      return std::make_shared<ResponseCurve>(width, release.count, to_rational(release.delta));
    case ReleaseKind::concentrated:
      break;
  }
  return std::make_shared<ConcentratedCurve>(width, to_rational(release.delta));
}

}  // namespace scrim

#include "scrim/accounting/release.hpp"

#include <memory>

#include "scrim/accounting/curves/concentrated_curve.hpp"
#include "scrim/accounting/curves/gaussian_curve.hpp"
#include "scrim/accounting/curves/laplace_curve.hpp"
#include "scrim/accounting/curves/range_curve.hpp"
#include "scrim/accounting/curves/response_curve.hpp"

namespace scrim {

namespace {

constexpr Precision bound_precision_of_release = 128;

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
  const Rational width = to_rational(release.width);
  switch (release.kind) {
    case ReleaseKind::concentrated:
      return width;
    case ReleaseKind::gaussian: {
      const Rational shift(big(release.count));
      return shift * shift / (2 * width * width);
    }
    case ReleaseKind::range:
      return width * width / 8;
    case ReleaseKind::laplace:
    case ReleaseKind::response:
    case ReleaseKind::pure:
      break;
  }
  // epsilon tanh(epsilon / 2), rounded up.
  const Rational epsilon = *pure_loss(release);
  const BigInterval one = BigInterval::point(bound_precision_of_release, Rational(1));
  const BigInterval fall = exp(-BigInterval::point(bound_precision_of_release, epsilon));
  const BigInterval rho =
      BigInterval::point(bound_precision_of_release, epsilon) * ((one - fall) / (one + fall));
  return to_rational(rho.upper_double());
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

#include "scrim/accounting/curves/composed_curve.hpp"

#include <memory>
#include <utility>

namespace scrim {

namespace {

class ComposedCurve final : public PrivacyCurve {
 public:
  explicit ComposedCurve(LossProfile losses) : losses_(std::move(losses)) {}

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override {
    return losses_.enclose_delta(epsilon, precision);
  }

 private:
  LossProfile losses_;
};

}  // namespace

CurvePair composed_curves(ComposedLosses losses) {
  auto forward = std::make_shared<ComposedCurve>(losses.forward());
  if (losses.is_symmetric()) return CurvePair(forward);
  return {std::move(forward), std::make_shared<ComposedCurve>(losses.backward())};
}

}  // namespace scrim

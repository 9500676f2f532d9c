#include "scrim/accounting/curves/privacy_curve.hpp"

namespace scrim {

namespace {

class LargerCurve final : public PrivacyCurve {
 public:
  LargerCurve(SharedCurve a, SharedCurve b) : a_(std::move(a)), b_(std::move(b)) {}

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override {
    BigInterval a = a_->delta(epsilon, precision);
    BigInterval b = b_->delta(epsilon, precision);
    switch (compare(a, b)) {
      case Order::less:
        return b;
      case Order::greater:
        return a;
      case Order::undecided:
        break;
    }
    return hull(a, b);  // the larger one is one of them
  }

 private:
  SharedCurve a_;
  SharedCurve b_;
};

}  // namespace

std::optional<LossLattice> PrivacyCurve::lattice(std::size_t /*most*/, int /*bits*/) const {
  return std::nullopt;
}

CurvePair CurvePair::symmetrised() const {
  if (is_symmetric()) return *this;
  return CurvePair(std::make_shared<LargerCurve>(forward_, backward_));
}

}  // namespace scrim

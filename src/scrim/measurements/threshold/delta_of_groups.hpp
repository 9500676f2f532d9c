// How likely any of some independent groups is released. Proof: threshold_delta.proof.md
#pragma once

#include <algorithm>
#include <cstdint>

#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"

namespace scrim {

/// 1 - prod_i (1 - p_i)^n_i for upper bounds p_i, rounded up. Not by products: 1 - (1 - p) loses
/// all digits of a small p, and 1e-300 is as good a delta as any.
class DeltaOfGroups {
 public:
  DeltaOfGroups() : log_(precision) { mpfr_set_zero(log_.get(), 1); }

  /// So many groups that are released with probability p at most.
  /// Precondition (caller): p >= 0.
  void add(double p, std::uint64_t groups) {
    if (groups == 0) return;
    if (p >= 1) {
      is_certain_ = true;
      return;
    }
    sum_ = add_up(sum_, mul_up(p, cast_up<double>(groups)));
    const WideExponentRange wide;
    BigFloat stays(precision);
    mpfr_set_d(stays.get(), -p, MPFR_RNDD);  // exact
    mpfr_log1p(stays.get(), stays.get(), MPFR_RNDD);
    BigFloat times(precision);
    mpfr_set_uj(times.get(), groups, MPFR_RNDU);  // exact
    mpfr_mul(stays.get(), stays.get(), times.get(), MPFR_RNDD);
    mpfr_add(log_.get(), log_.get(), stays.get(), MPFR_RNDD);
  }

  [[nodiscard]] double rounded_up() const {
    if (is_certain_) return 1;
    const WideExponentRange wide;
    BigFloat delta(precision);
    mpfr_expm1(delta.get(), log_.get(), MPFR_RNDD);
    mpfr_neg(delta.get(), delta.get(), MPFR_RNDU);
    // So is the sum, which of one group is p itself, without what logarithms round. The greater of
    // 0.0 and -0.0 is the first.
    return std::max(0.0, std::min({1.0, sum_, mpfr_get_d(delta.get(), MPFR_RNDU)}));
  }

 private:
  static constexpr mpfr_prec_t precision = 192;

  BigFloat log_;    // at most ln prod_i (1 - p_i)^n_i
  double sum_ = 0;  // at least sum_i n_i p_i
  bool is_certain_ = false;
};

}  // namespace scrim

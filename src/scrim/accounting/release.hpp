// What is known of one release, and what follows for its loss. Proof: accountant.proof.md
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>

#include "scrim/accounting/curves/privacy_curve.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// `pure` and `concentrated` are known by their measured loss alone.
enum class ReleaseKind { gaussian, laplace, response, range, pure, concentrated };

/// What a release is known by. `width` is sigma, a scale, epsilon or rho; `count` is a sensitivity
/// or a number of categories; the rest is 0.
struct Release {
  ReleaseKind kind;
  double width;
  std::uint64_t count;
  double delta;

  [[nodiscard]] auto as_tuple() const { return std::tuple(kind, width, count, delta); }
  // An order of their own makes answers independent of the order in which they were added.
  friend bool operator<(const Release& a, const Release& b) { return a.as_tuple() < b.as_tuple(); }
};

/// What a release loses at most under MaxDivergence, apart from its delta; none if that is
/// infinite.
[[nodiscard]] std::optional<Rational> pure_loss(const Release& release);

/// What it loses at most under ZeroConcentratedDivergence, apart from its delta.
[[nodiscard]] Rational concentrated_loss(const Release& release);

/// The curve of both directions.
[[nodiscard]] SharedCurve curve_of(const Release& release);

}  // namespace scrim

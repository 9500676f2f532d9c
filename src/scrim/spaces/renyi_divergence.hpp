// Renyi differential privacy at finitely many public orders.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrim {

/// The Renyi divergence at each order of a RenyiDivergence; none at all stands for 0 at every
/// order.
struct RenyiLosses {
  std::vector<double> at_orders;

  friend bool operator==(const RenyiLosses&, const RenyiLosses&) = default;
};

[[nodiscard]] bool is_distance(const RenyiLosses& d);
/// At each order. Losses at different numbers of orders belong to different measures: neither is
/// within the other.
[[nodiscard]] bool within(const RenyiLosses& a, const RenyiLosses& b);
[[nodiscard]] std::string describe_distance(const RenyiLosses& d);

/// The Renyi divergence of each of some orders alpha > 1, both ways:
///   ln(sum_y P(y)^alpha P'(y)^(1 - alpha)) / (alpha - 1).
/// The orders are public, and fixed before any release: which of them is asked afterwards may
/// depend on releases, the list may not.
class RenyiDivergence {
 public:
  using Distance = RenyiLosses;
  static constexpr std::string_view parameter = "losses";

  /// 1.25 to 512, denser where small losses are converted well.
  RenyiDivergence();

  /// Precondition (checked): there is an order; each is finite, above 1 and larger than the one
  ///   before.
  explicit RenyiDivergence(std::vector<double> orders);

  [[nodiscard]] std::span<const double> orders() const noexcept { return orders_; }

  [[nodiscard]] std::string describe() const;

  friend bool operator==(const RenyiDivergence&, const RenyiDivergence&) = default;

 private:
  std::vector<double> orders_;
};

}  // namespace scrim

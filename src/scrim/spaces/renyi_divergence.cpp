#include "scrim/spaces/renyi_divergence.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/check_increasing.hpp"
#include "scrim/spaces/distance.hpp"

namespace scrim {

namespace {

std::vector<double> usual_orders() {
  std::vector<double> orders{1.25, 1.5, 1.75};
  for (double order = 2.0; order < 12.0; order += 0.5) orders.push_back(order);
  for (double order = 12.0; order < 64.0; order += 4.0) orders.push_back(order);
  for (double order = 64.0; order <= 512.0; order *= 2.0) orders.push_back(order);
  return orders;
}

}  // namespace

bool is_distance(const RenyiLosses& d) {
  return std::all_of(d.at_orders.begin(), d.at_orders.end(),
                     [](double loss) { return is_distance(loss); });
}

bool within(const RenyiLosses& a, const RenyiLosses& b) {
  if (a.at_orders.empty()) return true;
  if (b.at_orders.empty()) {
    return std::all_of(a.at_orders.begin(), a.at_orders.end(),
                       [](double loss) { return loss == 0.0; });
  }
  return std::equal(a.at_orders.begin(), a.at_orders.end(), b.at_orders.begin(), b.at_orders.end(),
                    [](double x, double y) { return within(x, y); });
}

std::string describe_distance(const RenyiLosses& d) {
  std::string text = "[";
  for (std::size_t i = 0; i < d.at_orders.size(); ++i) {
    if (i > 0) text += ", ";
    text += describe_distance(d.at_orders[i]);
  }
  return text + "]";
}

RenyiDivergence::RenyiDivergence() : RenyiDivergence(usual_orders()) {}

RenyiDivergence::RenyiDivergence(std::vector<double> orders) : orders_(std::move(orders)) {
  if (orders_.empty()) {
    fail(ErrorKind::invalid_argument, "renyi_divergence: there are no orders; give at least one");
  }
  check_increasing(std::span<const double>(orders_), "renyi_divergence", "order");
  strictly([&] {
    if (!(orders_.front() > 1.0)) {
      fail(ErrorKind::invalid_argument, "renyi_divergence: order 0 is " +
                                            describe_value(orders_.front()) +
                                            "; an order is larger than 1");
    }
    if (std::isinf(orders_.back())) {
      fail(ErrorKind::invalid_argument,
           "renyi_divergence: the last order is infinite; take max_divergence() for that");
    }
  });
}

std::string RenyiDivergence::describe() const {
  return "renyi_divergence(" + describe_distance(RenyiLosses{orders_}) + ")";
}

}  // namespace scrim

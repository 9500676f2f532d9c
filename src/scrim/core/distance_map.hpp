// How far outputs may lie apart, given how far inputs lie apart: stability and privacy maps.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "scrim/core/binary_search.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/spaces/distance.hpp"

namespace scrim {

namespace maps {

/// An error on the way through a chain, and the link in which it was raised, counted from 0.
struct LinkError {
  Error error;
  std::size_t link;
};

/// Calls step(); an error in it was raised so many links further on.
template <class Step>
[[nodiscard]] auto links_on(std::size_t links, const Step& step) {
  try {
    return step();
  } catch (LinkError& failure) {
    failure.link += links;
    throw;
  }
}

/// The distance that is hidden in a variant, or the hidden one itself.
template <class Q, class Hidden>
[[nodiscard]] Q shown(const Hidden& d) {
  if constexpr (std::same_as<Q, Hidden>) {
    return d;
  } else {
    if (const Q* typed = std::get_if<Q>(&d)) return *typed;
    fail(ErrorKind::mismatch, "the distance " + describe_distance(d) +
                                  " is of another type than those of this metric or measure");
  }
}

/// Throws what was raised, and says in which of `links` links.
[[noreturn]] void fail_in_link(const LinkError& failure, std::size_t links);

}  // namespace maps

/// A relation between input and output distances, given by maps where they are known.
///
///   check(d_in, d_out)  true only if d_in-close inputs are certain to have d_out-close outputs
///   forward(d_in)       a d_out that is certain: it never understates (floats round up), and
///   throws
///                       ErrorKind::overflow rather than wrap
///   backward(d_out)     a d_in with check(d_in, d_out), as large as is known
///
/// A map is given as a forward map, as a backward map, or as the relation itself with either of
/// them as a hint; check uses the relation where it is given, else the forward map, else the
/// backward map. All compute strictly (strict_arithmetic.hpp), so that no setting of the processor
/// makes a distance come out smaller.
///
/// Proof: distance_map.proof.md
template <Distance QI, Distance QO>
class DistanceMap {
 public:
  using Forward = std::function<QO(QI)>;
  using Backward = std::function<QI(QO)>;
  using Relation = std::function<bool(QI, QO)>;

  /// Precondition (caller): there is one of the two.
  explicit DistanceMap(Forward forward, Backward backward = nullptr)
      : DistanceMap(nullptr, std::move(forward), std::move(backward), 1) {}

  /// The map that is known by its relation.
  /// Precondition (caller): the relation holds only where it is certain; it holds between d_in and
  ///   forward(d_in), and between backward(d_out) and d_out, where there are such maps; and it
  ///   holds for every smaller d_in and larger d_out than it holds for.
  [[nodiscard]] static DistanceMap from_relation(Relation relation, Forward forward = nullptr,
                                                 Backward backward = nullptr) {
    return DistanceMap(std::move(relation), std::move(forward), std::move(backward), 1);
  }

  /// The map `forward`, with the inverse that a search over it finds.
  /// Precondition (caller): forward never falls, and is the zero at 0.
  [[nodiscard]] static DistanceMap from_monotone(Forward forward)
    requires Number<QI>
  {
    const DistanceMap one_way(forward);
    return DistanceMap(std::move(forward), [one_way](QO d_out) {
      const auto is_within = [&](QI d_in) { return one_way.holds(d_in, d_out); };
      if (is_within(largest_distance())) return largest_distance();
      return binary_search<QI>(is_within, Bounds<QI>{QI{0}, largest_distance()});
    });
  }

  /// The map d_out = constant * d_in, with its inverse.
  [[nodiscard]] static DistanceMap from_constant(QO constant)
    requires Number<QI> && Number<QO>
  {
    check_distance(constant, "the constant of a map");
    return from_monotone([constant](QI d_in) {
      // Zero times an infinity is zero here, not NaN: equal inputs, or an output that never moves.
      if (d_in == QI{0} || constant == QO{0}) return QO{0};
      return mul_up(cast_up<QO>(d_in), constant);
    });
  }

  /// The same map, whose errors say between what it is.
  [[nodiscard]] DistanceMap between(const std::string& input, const std::string& output) const {
    DistanceMap named = *this;
    named.between_ = std::make_shared<const std::string>("from " + input + " to " + output);
    return named;
  }
  /// True if errors say where they were raised: of a chain, its links do.
  [[nodiscard]] bool is_named() const noexcept { return links_ > 1 || between_ != nullptr; }

  [[nodiscard]] bool has_forward() const noexcept { return maps_->forward != nullptr; }
  [[nodiscard]] bool has_backward() const noexcept { return maps_->backward != nullptr; }

  [[nodiscard]] QO forward(QI d_in) const {
    check_distance(d_in, "d_in");
    return with_links([&] { return forward_step(d_in); });
  }

  [[nodiscard]] QI backward(QO d_out) const {
    check_distance(d_out, "d_out");
    return with_links([&] { return backward_step(d_out); });
  }

  /// A forward value that does not fit its type exceeds every d_out, so the answer is then false,
  /// not an error.
  [[nodiscard]] bool check(QI d_in, QO d_out) const {
    check_distance(d_in, "d_in");
    check_distance(d_out, "d_out");
    return with_links([&] { return holds(d_in, d_out); });
  }

  /// The same map on distances whose type is hidden in a variant.
  template <Distance Hidden>
  [[nodiscard]] DistanceMap<Hidden, Hidden> hidden() const {
    using HiddenMap = DistanceMap<Hidden, Hidden>;
    typename HiddenMap::Relation relation = [map = *this](const Hidden& d_in, const Hidden& d_out) {
      return map.holds(maps::shown<QI>(d_in), maps::shown<QO>(d_out));
    };
    typename HiddenMap::Forward forward = nullptr;
    typename HiddenMap::Backward backward = nullptr;
    if (has_forward()) {
      forward = [map = *this](const Hidden& d_in) {
        return Hidden(map.forward_step(maps::shown<QI>(d_in)));
      };
    }
    if (has_backward()) {
      backward = [map = *this](const Hidden& d_out) {
        return Hidden(map.backward_step(maps::shown<QO>(d_out)));
      };
    }
    HiddenMap result(std::move(relation), std::move(forward), std::move(backward), links_);
    result.between_ = between_;
    return result;
  }

  /// The largest input distance there is: what a map that ignores its input maps back to.
  [[nodiscard]] static constexpr QI largest_distance()
    requires Number<QI>
  {
    return std::numeric_limits<QI>::has_infinity ? std::numeric_limits<QI>::infinity()
                                                 : std::numeric_limits<QI>::max();
  }

 private:
  template <Distance QA, Distance QB, Distance QC>
  friend DistanceMap<QA, QC> chain_maps(const DistanceMap<QA, QB>& first,
                                        const DistanceMap<QB, QC>& second);
  template <Distance QA, Distance QB>
  friend class DistanceMap;

  struct Maps {
    Relation relation;
    Forward forward;
    Backward backward;
  };

  DistanceMap(Relation relation, Forward forward, Backward backward, std::size_t links)
      : maps_(std::make_shared<const Maps>(
            Maps{std::move(relation), std::move(forward), std::move(backward)})),
        links_(links) {}

  // Within a call that already computes strictly. They throw LinkError.

  [[nodiscard]] QO forward_step(QI d_in) const {
    return in_link("d_in", d_in, [&] {
      if (!has_forward()) {
        fail(ErrorKind::no_answer, "there is no forward map; ask check(d_in, d_out) instead");
      }
      return maps_->forward(d_in);
    });
  }

  [[nodiscard]] QI backward_step(QO d_out) const {
    return in_link("d_out", d_out, [&] {
      if (!has_backward()) {
        fail(ErrorKind::no_answer,
             "there is no backward map; search with binary_search over check instead");
      }
      return maps_->backward(d_out);
    });
  }

  [[nodiscard]] bool holds(QI d_in, QO d_out) const {
    try {
      if (maps_->relation) {
        return in_link("d_in", d_in, [&] { return maps_->relation(d_in, d_out); });
      }
      if (has_forward()) return within(forward_step(d_in), d_out);
      return within(d_in, backward_step(d_out));
    } catch (const maps::LinkError& failure) {
      if (failure.error.kind() == ErrorKind::overflow) return false;
      throw;
    }
  }

  /// Calls step(); an error of this link's own is told as such.
  template <Distance Q, class Step>
  [[nodiscard]] auto in_link(const char* name, const Q& d, const Step& step) const {
    try {
      return step();
    } catch (const Error& error) {
      std::string text = error.what();
      if (between_) {
        text = *between_ + ", at " + name + " = " + describe_distance(d) + ": " + text;
      }
      throw maps::LinkError{Error(error.kind(), std::move(text)), 0};
    }
  }

  /// Calls step() strictly, and throws what was raised in a link as the Error that it is.
  template <class Step>
  [[nodiscard]] auto with_links(const Step& step) const {
    try {
      return strictly(step);
    } catch (const maps::LinkError& failure) {
      maps::fail_in_link(failure, links_);
    }
  }

  // Shared by copies: a chain holds each of its links several times, and its own chains hold it.
  std::shared_ptr<const Maps> maps_;
  std::size_t links_;
  std::shared_ptr<const std::string> between_;  // of a single link
};

/// Between two metrics.
template <Distance QI, Distance QO>
using StabilityMap = DistanceMap<QI, QO>;

/// From a metric to a measure.
template <Distance QI, Distance QO = double>
using PrivacyMap = DistanceMap<QI, QO>;

/// The map `forward` of distances of a metric, with the inverse that a search over it finds.
/// Metrics whose distances have no type of numbers of their own have an overload. Precondition
/// (caller): as of from_monotone.
template <class M, Distance QO>
[[nodiscard]] auto monotone_map(const M&, std::function<QO(typename M::Distance)> forward) {
  return DistanceMap<typename M::Distance, QO>::from_monotone(std::move(forward));
}

/// The map of a function applied after another. It has a forward map where both have one, and a
/// backward map likewise; d_in and d_out are related if some distance in the middle is related to
/// both: the first one's forward value, or else the second one's backward value.
///
/// Precondition (checked): the first has a forward map, or the second a backward map.
template <Distance QI, Distance QM, Distance QO>
[[nodiscard]] DistanceMap<QI, QO> chain_maps(const DistanceMap<QI, QM>& first,
                                             const DistanceMap<QM, QO>& second) {
  using Chain = DistanceMap<QI, QO>;
  typename Chain::Forward forward = nullptr;
  typename Chain::Backward backward = nullptr;
  typename Chain::Relation relation = nullptr;
  if (first.has_forward() && second.has_forward()) {
    forward = [first, second](QI d_in) {
      const QM middle = first.forward_step(d_in);
      // The first may give a row less for a row more.
      return undirected(maps::links_on(first.links_, [&] { return second.forward_step(middle); }));
    };
  }
  if (first.has_backward() && second.has_backward()) {
    backward = [first, second](QO d_out) {
      return first.backward_step(
          maps::links_on(first.links_, [&] { return second.backward_step(d_out); }));
    };
  }
  if (first.has_forward()) {
    relation = [first, second](QI d_in, QO d_out) {
      const QM middle = first.forward_step(d_in);
      return maps::links_on(first.links_, [&] { return second.holds(middle, d_out); });
    };
  } else if (second.has_backward()) {
    relation = [first, second](QI d_in, QO d_out) {
      return first.holds(d_in,
                         maps::links_on(first.links_, [&] { return second.backward_step(d_out); }));
    };
  } else {
    fail(
        ErrorKind::mismatch,
        "cannot chain: the first has no forward map and the second no backward map, so no distance "
        "between them is known; give one of the two");
  }
  return Chain(std::move(relation), std::move(forward), std::move(backward),
               first.links_ + second.links_);
}

}  // namespace scrim

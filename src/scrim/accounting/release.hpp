// What is known of one release, and of many. Proof: privacy_profile.proof.md
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "scrim/numbers/exact_probability.hpp"

namespace scrim {

enum class ReleaseKind {
  gaussian,
  laplace,
  response,
  range,
  pure,  ///< known by its measured loss alone, as is the next
  concentrated,
  // What is made from other releases:
  sampled,          ///< they see a sample of the rows, by tosses; the rows differ by one
  sampled_of_size,  ///< they see a sample of a fixed size; one row is another
  in_steps,         ///< data are so many neighbours apart
  either_way        ///< which of two data is the first is not known
};

struct Releases;

/// What a release is known by. `width` is sigma, a scale, epsilon or rho; `count` is a sensitivity,
/// a number of categories or one of steps; `rate` is that of a sample; the rest is as here.
struct Release {
  ReleaseKind kind;
  double width = 0.0;
  std::uint64_t count = 0;
  double delta = 0.0;
  ExactProbability rate = 1.0;
  std::shared_ptr<const Releases> of = nullptr;  ///< what it is made from, if it is
};

/// An order of their own, which makes answers independent of the order in which they were added.
[[nodiscard]] bool operator<(const Release& a, const Release& b);

/// How often there is each: at least once.
struct Releases {
  std::map<Release, std::uint64_t> times;
};

}  // namespace scrim

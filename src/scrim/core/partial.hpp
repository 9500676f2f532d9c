// Constructors that still wait for their input space: the right-hand side of `space >>
// then_x(...)`.
#pragma once

#include <utility>

namespace scrim {

/// build(domain, metric) makes the transformation or measurement.
template <class Build>
struct Partial {
  Build build;
};

template <class Build>
Partial(Build) -> Partial<Build>;

template <class T>
inline constexpr bool is_partial = false;
template <class Build>
inline constexpr bool is_partial<Partial<Build>> = true;

}  // namespace scrim

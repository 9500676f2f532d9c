#include "scrim/kernels/count_nans.hpp"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/count_nans.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Once for each instruction set.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE std::uint64_t count_in(std::span<const T> rows) {
  const hn::ScalableTag<T> floats;
  const std::size_t lanes = hn::Lanes(floats);
  std::uint64_t count = 0;
  std::size_t i = 0;
  for (; i + lanes <= rows.size(); i += lanes) {
    const auto x = hn::LoadU(floats, rows.data() + i);
    // Not Ne, which is false for a NaN on some instruction sets and true on others.
    count += lanes - hn::CountTrue(floats, hn::Eq(x, x));
  }
  for (; i < rows.size(); ++i) count += static_cast<std::uint64_t>(is_nan(rows[i]));
  return count;
}

std::uint64_t count_in_doubles(std::span<const double> rows) { return count_in(rows); }

std::uint64_t count_in_floats(std::span<const float> rows) { return count_in(rows); }

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scrim::kernels {

HWY_EXPORT(count_in_doubles);
HWY_EXPORT(count_in_floats);

std::uint64_t count_nans(std::span<const double> rows) {
  return HWY_DYNAMIC_DISPATCH(count_in_doubles)(rows);
}

std::uint64_t count_nans(std::span<const float> rows) {
  return HWY_DYNAMIC_DISPATCH(count_in_floats)(rows);
}

}  // namespace scrim::kernels
#endif

// Not in a batch: compiled once for each set of instructions.
#include "scrim/kernels/candidates/take_keys.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/candidates/take_keys.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Once for each instruction set.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Tag>
HWY_INLINE hn::Vec<Tag> load_keys(Tag tag, const double* rows) {
  return hn::LoadU(tag, rows);
}

template <class Tag>
HWY_INLINE hn::Vec<Tag> load_keys(Tag tag, const float* rows) {
  return hn::PromoteTo(tag, hn::LoadU(hn::Rebind<float, Tag>(), rows));
}

template <class T>
HWY_INLINE std::uint64_t take(std::span<const T> rows, std::span<double> keys) {
  const hn::ScalableTag<double> tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::uint64_t count = 0;
  std::size_t i = 0;
  for (; i + lanes <= rows.size(); i += lanes) {
    const auto x = load_keys(tag, rows.data() + i);
    hn::StoreU(x, tag, keys.data() + i);
    // Not Ne, which is false for a NaN on some instruction sets and true on others.
    count += lanes - hn::CountTrue(tag, hn::Eq(x, x));
  }
  for (; i < rows.size(); ++i) {
    keys[i] = rows[i];
    count += static_cast<std::uint64_t>(is_nan(keys[i]));
  }
  return count;
}

std::uint64_t take_doubles(std::span<const double> rows, std::span<double> keys) {
  return take(rows, keys);
}

std::uint64_t take_floats(std::span<const float> rows, std::span<double> keys) {
  return take(rows, keys);
}

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scrim::kernels {

HWY_EXPORT(take_doubles);
HWY_EXPORT(take_floats);

std::uint64_t take_keys(std::span<const double> rows, std::span<double> keys) {
  return HWY_DYNAMIC_DISPATCH(take_doubles)(rows, keys);
}

std::uint64_t take_keys(std::span<const float> rows, std::span<double> keys) {
  return HWY_DYNAMIC_DISPATCH(take_floats)(rows, keys);
}

}  // namespace scrim::kernels
#endif

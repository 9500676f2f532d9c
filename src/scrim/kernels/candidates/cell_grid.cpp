// Not in a batch: compiled once for each set of instructions.
#include "scrim/kernels/candidates/cell_grid.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/candidates/cell_grid.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Once for each instruction set. The operations and their order are those of cell_of, and each is
// rounded on its own, so that the cells are the same to the bit.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void find_float_cells(const FloatCells& cells, std::span<const double> rows,
                      std::span<std::uint32_t> found) {
  const hn::ScalableTag<double> doubles;
  const hn::Rebind<std::int32_t, decltype(doubles)> integers;
  const hn::Rebind<std::uint32_t, decltype(doubles)> unsigned_integers;
  const auto first = hn::Set(doubles, cells.first);
  const auto last = hn::Set(doubles, cells.last);
  const auto scale = hn::Set(doubles, cells.scale);
  const std::size_t lanes = hn::Lanes(doubles);
  std::size_t i = 0;
  for (; i + lanes <= rows.size(); i += lanes) {
    const auto x = hn::LoadU(doubles, rows.data() + i);
    // Not Max and Min, whose answer to a NaN depends on the instruction set.
    const auto above = hn::IfThenElse(hn::Gt(x, first), x, first);
    const auto within = hn::IfThenElse(hn::Lt(above, last), above, last);
    const auto place = hn::Mul(hn::Sub(within, first), scale);
    hn::StoreU(hn::BitCast(unsigned_integers, hn::DemoteTo(integers, place)), unsigned_integers,
               found.data() + i);
  }
  for (; i < rows.size(); ++i) found[i] = cell_of(cells, rows[i]);
}

void find_integer_cells(const IntegerCells& cells, std::span<const std::int64_t> rows,
                        std::span<std::uint32_t> found) {
  const hn::ScalableTag<std::int64_t> integers;
  const hn::RebindToUnsigned<decltype(integers)> distances;
  const hn::Rebind<std::uint32_t, decltype(integers)> narrow;
  const auto first = hn::Set(integers, cells.first);
  const auto last = hn::Set(integers, cells.last);
  const std::size_t lanes = hn::Lanes(integers);
  std::size_t i = 0;
  for (; i + lanes <= rows.size(); i += lanes) {
    const auto x = hn::LoadU(integers, rows.data() + i);
    const auto within = hn::Min(hn::Max(x, first), last);
    const auto distance = hn::BitCast(distances, hn::Sub(within, first));
    hn::StoreU(hn::TruncateTo(narrow, hn::ShiftRightSame(distance, cells.shift)), narrow,
               found.data() + i);
  }
  for (; i < rows.size(); ++i) found[i] = cell_of(cells, rows[i]);
}

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scrim::kernels {

HWY_EXPORT(find_float_cells);
HWY_EXPORT(find_integer_cells);

void find_cells(const FloatCells& cells, std::span<const double> rows,
                std::span<std::uint32_t> found) {
  HWY_DYNAMIC_DISPATCH(find_float_cells)(cells, rows, found);
}

void find_cells(const IntegerCells& cells, std::span<const std::int64_t> rows,
                std::span<std::uint32_t> found) {
  HWY_DYNAMIC_DISPATCH(find_integer_cells)(cells, rows, found);
}

std::optional<FloatCells> divide_evenly(double first, double last, std::size_t cells) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double width = last - first;  // NaN between equal infinities
  if (!(width < infinity)) return std::nullopt;
  const double scale = width > 0 ? static_cast<double>(cells - 1) / width : 0.0;
  if (!(scale < infinity)) return std::nullopt;
  return FloatCells{first, last, scale};
}

std::optional<IntegerCells> divide_evenly(std::int64_t first, std::int64_t last,
                                          std::size_t cells) {
  const std::uint64_t width = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  const int bits_of_cells = static_cast<int>(std::bit_width(cells - 1));
  return IntegerCells{first, last,
                      std::max(0, static_cast<int>(std::bit_width(width)) - bits_of_cells)};
}

}  // namespace scrim::kernels
#endif

#include "scrim/kernels/sort.hpp"

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>

namespace scrim::kernels {

void sort_increasing(std::span<std::int64_t> values) {
  const hwy::Sorter sort;
  sort(values.data(), values.size(), hwy::SortAscending());
  // Privacy rests on the order, and looking costs a tenth of sorting: the library is not trusted.
  if (!std::is_sorted(values.begin(), values.end())) std::sort(values.begin(), values.end());
}

}  // namespace scrim::kernels

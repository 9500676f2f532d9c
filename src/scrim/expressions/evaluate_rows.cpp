#include "scrim/expressions/evaluate_rows.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "scrim/expressions/block_evaluation.hpp"
#include "scrim/expressions/plain_rows.hpp"

namespace scrim {

template <class In, class Out>
void evaluate_rows(const TypedExpression& expression, std::span<const In> rows, std::span<Out> out,
                   Out otherwise) {
  const block::PlainRows<In> plain(rows);
  const block::BlockEvaluation evaluation(plain);
  if constexpr (std::same_as<Out, double>) {
    const block::Reals values = evaluation.reals(expression);
    std::ranges::transform(values, out.begin(),
                           [&](double value) { return std::isnan(value) ? otherwise : value; });
  } else {
    const block::Integers integers = evaluation.integers(expression);
    std::ranges::copy(integers.values, out.begin());
    for (std::size_t i = 0; i < integers.lack_value.size(); ++i) {
      if (integers.lack_value[i] != 0) out[i] = otherwise;
    }
  }
}

// Every element type of AnyRows, to either type that an expression gives.
template void evaluate_rows(const TypedExpression&, std::span<const double>, std::span<double>,
                            double);
template void evaluate_rows(const TypedExpression&, std::span<const std::int64_t>,
                            std::span<double>, double);
template void evaluate_rows(const TypedExpression&, std::span<const std::uint64_t>,
                            std::span<double>, double);
template void evaluate_rows(const TypedExpression&, std::span<const std::string_view>,
                            std::span<double>, double);
template void evaluate_rows(const TypedExpression&, std::span<const double>,
                            std::span<std::int64_t>, std::int64_t);
template void evaluate_rows(const TypedExpression&, std::span<const std::int64_t>,
                            std::span<std::int64_t>, std::int64_t);
template void evaluate_rows(const TypedExpression&, std::span<const std::uint64_t>,
                            std::span<std::int64_t>, std::int64_t);
template void evaluate_rows(const TypedExpression&, std::span<const std::string_view>,
                            std::span<std::int64_t>, std::int64_t);

}  // namespace scrim

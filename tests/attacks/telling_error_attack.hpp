// Errors as releases: whether an exception is thrown, and what it says, is seen by everyone and has
// no noise on it. One hostile row that makes the program fail, or speak, undoes all privacy.
#pragma once

#include <exception>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/small_datasets.hpp"

namespace scrim::attacks::telling_error {

using test::Outcome;
using test::text;

/// What a bystander sees of a call besides its release: the text of an error, or nothing.
template <class Call>
std::string visible_of(const Call& call) {
  try {
    (void)call();
    return "";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "thrown without a text";
  }
}

/// All datasets of up to 3 rows over values that provoke errors.
inline std::vector<std::vector<double>> provoking_datasets() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> alphabet = test::few_edge_doubles();
  alphabet.insert(alphabet.end(), {nan, -nan, 42.5});
  return test::datasets_up_to(alphabet, 3);
}

// --- the control: a mean that checks its rows conscientiously

inline double naive_mean(const std::vector<double>& rows) {
  if (rows.empty()) throw std::invalid_argument("mean of no rows");
  double sum = 0.0;
  for (const double row : rows) {
    if (!(row >= 0.0 && row <= 1.0)) {
      throw std::out_of_range("row out of bounds: " + std::to_string(row));
    }
    sum += row;
  }
  return sum / static_cast<double>(rows.size());
}

inline Outcome on_control() {
  std::set<std::string> seen;
  for (const auto& rows : provoking_datasets()) {
    seen.insert(visible_of([&] { return naive_mean(rows); }));
  }
  const bool tells_the_row = seen.contains("row out of bounds: 42.500000");
  return {seen.size() > 1 && tells_the_row,
          text(seen.size(), " behaviours; one says \"row out of bounds: 42.5\"")};
}

// --- Scrim: one behaviour over all data

/// The visible behaviours of a measurement over all provoking datasets. With a known size, those
/// of the declared and of another size are told apart: that much is public.
template <class Measurement>
std::set<std::string> behaviours(const Measurement& measurement, KnownSize size) {
  std::set<std::string> seen;
  for (const auto& rows : provoking_datasets()) {
    const bool fits = !size || rows.size() == *size;
    seen.insert((fits ? "fits: " : "another size: ") +
                visible_of([&] { return measurement.invoke(rows); }));
  }
  return seen;
}

template <class Metric, class Measure>
auto median(const Metric& metric, KnownSize size, const Measure& measure) {
  return Space{vector_domain<double>(size), metric} >> then_clamp(-1.0, 1e300) >>
         then_private_quantile(measure,
                               QuantileOptions<double>{{-1.0, -0.0, 0x1p-1074, 42.5}, 0.5, 1.5});
}

inline Outcome on_scrim() {
  const auto unsized = behaviours(median(SymmetricDistance{}, {}, MaxDivergence{}), {});
  const auto sized = behaviours(median(ChangeOneDistance{}, 2, ZeroConcentratedDivergence{}), 2);
  bool has_numbers = false;
  for (const std::string& text : sized) {
    has_numbers = has_numbers || text.find_first_of("0123456789") != std::string::npos;
  }
  const bool is_constant = unsized == std::set<std::string>{"fits: "} && sized.size() == 2 &&
                           sized.contains("fits: ") && !has_numbers;
  return {!is_constant, text(unsized.size(), " behaviour on ", provoking_datasets().size(),
                             " datasets, ", sized.size() - 1, " text on a wrong size")};
}

}  // namespace scrim::attacks::telling_error

// Counts between edges: every dataset, every set of edges; and the maps of all counts of bins.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "oracle/alphabet.hpp"
#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/count_by_edges/make_count_by_edges.hpp"
#include "support/small_datasets.hpp"

namespace scrim::oracle {

namespace {

/// The rows as ranks, and a NaN, which has none, as itself.
template <Number T>
std::string ranks_of(const Alphabet<T>& alphabet, const std::vector<T>& rows) {
  std::string text;
  for (const T row : rows) {
    // Only a NaN is not equal to itself.
    text += row == row ? ' ' + std::to_string(alphabet.rank(row)) : std::string(" nan");
  }
  return text;
}

/// The counts under each metric, which are of different types.
template <BinMetric MO, Number T>
void ask_under(const Alphabet<T>& alphabet, const VectorDomain<AtomDomain<T>>& domain,
               const std::vector<T>& edges, OtherRows others,
               const std::vector<std::vector<T>>& datasets, Oracle& oracle) {
  const auto counts = make_count_by_edges<MO>(domain, SymmetricDistance{}, edges, others);
  const std::string start =
      (others == OtherRows::counted ? "count_by_edges_and_others" : "count_by_edges") +
      alphabet.ranks(edges) + " |";
  for (const auto& x : datasets) {
    oracle.ask(start + ranks_of(alphabet, x), as_answer(listed(counts.invoke(x))));
  }
}

/// Some edges leave values of the alphabet below and above them.
template <Number T>
void ask_with(const Alphabet<T>& alphabet, const VectorDomain<AtomDomain<T>>& domain,
              const std::vector<T>& rows, Oracle& oracle) {
  const auto datasets = test::datasets_up_to(rows, 3);
  for (const auto& edges : non_empty_subsets(alphabet.distinct())) {
    if (edges.size() < 2) continue;
    for (const OtherRows others : {OtherRows::left_out, OtherRows::counted}) {
      ask_under<LInfDistance<std::uint64_t>>(alphabet, domain, edges, others, datasets, oracle);
      ask_under<LpDistance<1, std::uint64_t>>(alphabet, domain, edges, others, datasets, oracle);
      ask_under<LpDistance<2, double>>(alphabet, domain, edges, others, datasets, oracle);
    }
  }
}

/// What the metric and what is known of the size make of a distance.
struct Edits {
  const char* name;
  bool size_is_known;
};

template <DatasetMetric M>
void ask_about_maps_under(const Edits& edits, Oracle& oracle) {
  const auto any_size = vector_domain<int>();
  const auto domain = edits.size_is_known ? any_size.with_size(7) : any_size;
  for (const std::vector<int>& edges :
       {std::vector{0, 1}, std::vector{0, 1, 2}, std::vector{0, 1, 2, 5, 9}}) {
    for (const OtherRows others : {OtherRows::left_out, OtherRows::counted}) {
      const auto linf =
          make_count_by_edges<LInfDistance<std::uint64_t>>(domain, M{}, edges, others);
      const auto l1 = make_count_by_edges<LpDistance<1, std::uint64_t>>(domain, M{}, edges, others);
      const auto l2 = make_count_by_edges<LpDistance<2, double>>(domain, M{}, edges, others);
      const std::string counts = std::to_string(l1.invoke(std::vector<int>(7)).size());
      for (const std::uint32_t d_in : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 999U, 1000U}) {
        const std::string of_edits = std::string("_of_counts ") + edits.name + ' ';
        const std::string end = ' ' + std::to_string(d_in);
        oracle.ask("linf" + of_edits + std::to_string(d_in), std::to_string(linf.map(d_in)));
        oracle.ask("l1" + of_edits + counts + end, std::to_string(l1.map(d_in)));
        // The root of 2 is rounded up, and its product: so two doubles less is too little.
        const double moved = l2.map(d_in);
        const double too_little = std::nextafter(std::nextafter(moved, -1.0), -1.0);
        oracle.ask("l2" + of_edits + counts + end + text_of(to_rational(moved)), "yes");
        oracle.ask("l2" + of_edits + counts + end + text_of(to_rational(too_little)), "no");
      }
    }
  }
}

}  // namespace

void ask_about_histograms(Oracle& oracle) {
  const auto integers = plain_integers();
  ask_with(integers, vector_domain<int>(), integers.values(), oracle);
  const auto bytes = edge_bytes();
  ask_with(bytes, vector_domain<signed char>(), bytes.values(), oracle);
  const auto doubles = edge_doubles();
  std::vector<double> with_nan = doubles.values();
  with_nan.push_back(std::numeric_limits<double>::quiet_NaN());
  ask_with(doubles, VectorDomain{AtomDomain<double>(std::nullopt, true)}, with_nan, oracle);
  ask_about_maps_under<SymmetricDistance>({"added_or_removed", false}, oracle);
  ask_about_maps_under<InsertDeleteDistance>({"added_or_removed", false}, oracle);
  ask_about_maps_under<SymmetricDistance>({"in_pairs", true}, oracle);
  ask_about_maps_under<InsertDeleteDistance>({"in_pairs", true}, oracle);
  ask_about_maps_under<ChangeOneDistance>({"changed", true}, oracle);
  ask_about_maps_under<HammingDistance>({"changed", true}, oracle);
}

}  // namespace scrim::oracle

// The four distances between datasets, on every pair.
#include <string>

#include "oracle/alphabet.hpp"
#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/small_datasets.hpp"

namespace scrim::oracle {

namespace {

template <class Metric, Atom T>
std::string answer(const std::vector<T>& x, const std::vector<T>& y) {
  return value_or(ErrorKind::invalid_argument, "undefined",
                  [&] { return distance(Metric{}, x, y); });
}

template <Atom T>
void ask_with(const Alphabet<T>& alphabet, std::size_t largest, Oracle& oracle) {
  const auto datasets = test::datasets_up_to(alphabet.values(), largest);
  for (const auto& x : datasets) {
    const std::string left = alphabet.ranks(x) + " |";
    for (const auto& y : datasets) {
      const std::string both = left + alphabet.ranks(y);
      oracle.ask("symmetric" + both, answer<SymmetricDistance>(x, y));
      oracle.ask("insert_delete" + both, answer<InsertDeleteDistance>(x, y));
      oracle.ask("change_one" + both, answer<ChangeOneDistance>(x, y));
      oracle.ask("hamming" + both, answer<HammingDistance>(x, y));
    }
  }
}

}  // namespace

void ask_about_dataset_distances(Oracle& oracle) {
  ask_with(Alphabet<int>({0, 1, 2}), 4, oracle);
  ask_with(floats_with_nan(), 3, oracle);
  ask_with(texts(), 2, oracle);
}

}  // namespace scrim::oracle

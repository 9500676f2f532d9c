// Counts by categories: every dataset, every set of categories, in every rotation.
#include <algorithm>
#include <string>
#include <vector>

#include "oracle/alphabet.hpp"
#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "support/small_datasets.hpp"

namespace scrim::oracle {

namespace {

template <Category T>
void ask_with(const Alphabet<T>& alphabet, Oracle& oracle) {
  const auto datasets = test::datasets_up_to(alphabet.values(), 4);
  for (auto categories : non_empty_subsets(alphabet.values())) {
    // The answer must follow the order in which categories are given, not that of their values.
    for (std::size_t turn = 0; turn < categories.size(); ++turn) {
      const auto counts =
          make_count_by_categories(vector_domain<T>(), SymmetricDistance{}, categories);
      const auto with_others = make_count_by_categories(vector_domain<T>(), SymmetricDistance{},
                                                        categories, OtherRows::counted);
      for (const auto& x : datasets) {
        const std::string rest = alphabet.ranks(categories) + " |" + alphabet.ranks(x);
        oracle.ask("count" + rest, as_answer(listed(counts.invoke(x))));
        oracle.ask("count_and_rest" + rest, as_answer(listed(with_others.invoke(x))));
      }
      std::rotate(categories.begin(), categories.begin() + 1, categories.end());
    }
  }
}

}  // namespace

void ask_about_counts(Oracle& oracle) {
  ask_with(edge_bytes(), oracle);
  ask_with(texts(), oracle);
}

}  // namespace scrim::oracle

// Clamping: every dataset, every pair of bounds.
#include "oracle/alphabet.hpp"
#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "support/small_datasets.hpp"

namespace scrim::oracle {

namespace {

template <Number T>
void ask_with(const Alphabet<T>& alphabet, Oracle& oracle) {
  const auto datasets = test::datasets_up_to(alphabet.values(), 4);
  for (const T lower : alphabet.values()) {
    for (const T upper : alphabet.values()) {
      if (lower > upper) continue;
      const auto clamp =
          make_clamp(vector_domain<T>(), SymmetricDistance{}, Bounds<T>{lower, upper});
      for (const auto& x : datasets) {
        oracle.ask("clamp" + alphabet.ranks(std::vector<T>{lower, upper}) + alphabet.ranks(x),
                   as_answer(alphabet.ranks(clamp.invoke(x))));
      }
    }
  }
}

}  // namespace

void ask_about_clamp(Oracle& oracle) {
  ask_with(plain_integers(), oracle);
  ask_with(edge_bytes(), oracle);
  ask_with(edge_doubles(), oracle);
}

}  // namespace scrim::oracle

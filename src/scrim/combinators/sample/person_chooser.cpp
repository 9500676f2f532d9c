// One coin for each person: the rows of a person may come anywhere, and to any thread.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/combinators/sample/row_chooser.hpp"
#include "scrim/entropy/random_function.hpp"
#include "scrim/entropy/secure_generator.hpp"
#include "scrim/samplers/inclusion.hpp"
#include "scrim/transformations/bound_contributions/row_layout.hpp"
#include "scrim/transformations/bound_contributions/row_packer.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim {

namespace {

/// Puts a text behind words so that it is told where it ends.
void append_text(std::string_view text, std::vector<std::uint64_t>& words) {
  words.push_back(text.size());
  for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(8, text.size()))) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), std::min<std::size_t>(8, text.size()));
    words.push_back(word);
  }
}

class CoinForEachPerson final : public RowChooser {
 public:
  using Layout = std::shared_ptr<const bounding::RowLayout>;

  CoinForEachPerson(Layout layout, const ExactCoin<>& coin)
      : layout_(std::move(layout)),
        coin_(coin),
        function_(entropy::thread_source()),
        packer_(layout_, bounding::IdTexts::are_viewed),
        id_types_(layout_->ids.size(), bounding::IdType::unknown) {}

  void choose(const RowsToChoose& rows, std::vector<RowRange>& chosen) override {
    packer_.read(*rows.table, id_types_, texts_);
    const auto places = packer_.places();
    write_persons(places);
    first_words_.resize(places.size());
    function_.evaluate({words_, ends_}, 0, first_words_);
    choose_rows_by(coin_, places, [&](std::size_t i) { return WordsOfPerson(*this, i); }, chosen);
  }

  void choose_with(const RowChooser& first) override {
    function_ = static_cast<const CoinForEachPerson&>(first).function_;
  }
  void agree_with(const RowChooser& other) override {
    bounding::agree_on_id_types(id_types_, static_cast<const CoinForEachPerson&>(other).id_types_);
  }

 private:
  /// The words of the person of row number i: the first is at hand, and hardly ever another needed.
  class WordsOfPerson {
   public:
    WordsOfPerson(CoinForEachPerson& coins, std::size_t i) : coins_(coins), i_(i) {}

    [[nodiscard]] std::uint64_t next_word() {
      const std::uint64_t index = index_++;
      return index == 0 ? coins_.first_words_[i_] : coins_.word_of(i_, index);
    }

   private:
    CoinForEachPerson& coins_;
    std::size_t i_;
    std::uint64_t index_ = 0;
  };

  /// Who each row is: integers as they are, of texts the length and the bytes, one column behind
  /// the other. So no two persons have one sequence, and none is the beginning of another.
  void write_persons(std::span<const std::uint32_t> places) {
    words_.clear();
    ends_.clear();
    for (const std::uint32_t place : places) {
      for (std::size_t id = 0; id < layout_->ids.size(); ++id) {
        if (layout_->ids[id].form == bounding::CellForm::text) {
          append_text(packer_.id_text(id, place), words_);
        } else {
          words_.push_back(packer_.row(place)[id]);
        }
      }
      ends_.push_back(words_.size());
    }
  }

  [[nodiscard]] std::uint64_t word_of(std::size_t i, std::uint64_t index) {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    const std::size_t length = ends_[i] - begin;
    std::uint64_t word = 0;
    function_.evaluate({std::span(words_).subspan(begin, length), std::span(&length, 1)}, index,
                       std::span(&word, 1));
    return word;
  }

  Layout layout_;
  ExactCoin<> coin_;
  entropy::RandomFunction function_;
  bounding::RowPacker packer_;
  bounding::RowTexts texts_{0};  // none has a code
  std::vector<bounding::IdType> id_types_;
  std::vector<std::uint64_t> words_;  // of the rows of a block
  std::vector<std::size_t> ends_;
  std::vector<std::uint64_t> first_words_;
};

}  // namespace

SampleScheme each_person_with(const PersonTableDomain& domain, const ExactProbability& rate) {
  auto layout =
      std::make_shared<const bounding::RowLayout>(bounding::layout_of_persons(domain.persons()));
  return {.start = [layout = std::move(layout),
                    coin = ExactCoin<>(rate)]() -> std::unique_ptr<RowChooser> {
            return std::make_unique<CoinForEachPerson>(layout, coin);
          },
          .keeps_order = false,
          .is_drawn_in_parts = false};
}

}  // namespace scrim

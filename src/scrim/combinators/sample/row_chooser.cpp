#include "scrim/combinators/sample/row_chooser.hpp"

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/samplers/inclusion.hpp"

namespace scrim {

namespace {

class CoinForEachRow final : public RowChooser {
 public:
  explicit CoinForEachRow(const ExactCoin<>& coin) : coin_(coin) {}

  void choose(const RowsToChoose& rows, std::vector<RowRange>& chosen) override {
    choose_rows(coin_, rows.count, entropy::thread_source(), chosen);
  }

 private:
  ExactCoin<> coin_;
};

class ChoiceOfFixedSize final : public RowChooser {
 public:
  explicit ChoiceOfFixedSize(const FixedSizeChoice& choice) : choice_(choice) {}

  void choose(const RowsToChoose& rows, std::vector<RowRange>& chosen) override {
    choice_.choose_rows(rows.count, entropy::thread_source(), chosen);
  }

 private:
  FixedSizeChoice choice_;
};

}  // namespace

SampleScheme each_row_with(const ExactProbability& rate) {
  return {.start = [coin = ExactCoin<>(rate)] { return std::make_unique<CoinForEachRow>(coin); },
          .keeps_order = false,
          .is_drawn_in_parts = true};
}

SampleScheme rows_taken_of(std::uint64_t taken, std::uint64_t rows) {
  return {.start = [choice = FixedSizeChoice(
                        taken, rows)] { return std::make_unique<ChoiceOfFixedSize>(choice); },
          .keeps_order = true,
          .is_drawn_in_parts = false};
}

}  // namespace scrim

#include "scrim/combinators/sample/row_chooser.hpp"

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/samplers/inclusion.hpp"

namespace scrim {

namespace {

class CoinForEachRow final : public RowChooser {
 public:
  explicit CoinForEachRow(const ExactCoin<>& coin) : coin_(coin) {}

  void choose(std::size_t rows, std::vector<RowRange>& chosen) override {
    choose_rows(coin_, rows, entropy::thread_source(), chosen);
  }

 private:
  ExactCoin<> coin_;
};

class ChoiceOfFixedSize final : public RowChooser {
 public:
  explicit ChoiceOfFixedSize(const FixedSizeChoice& choice) : choice_(choice) {}

  void choose(std::size_t rows, std::vector<RowRange>& chosen) override {
    choice_.choose_rows(rows, entropy::thread_source(), chosen);
  }

 private:
  FixedSizeChoice choice_;
};

}  // namespace

SampleScheme each_row_with(const ExactProbability& rate) {
  return {[coin = ExactCoin<>(rate)] { return std::make_unique<CoinForEachRow>(coin); }, true};
}

SampleScheme rows_taken_of(std::uint64_t taken, std::uint64_t rows) {
  return {[choice = FixedSizeChoice(taken, rows)] {
            return std::make_unique<ChoiceOfFixedSize>(choice);
          },
          false};
}

}  // namespace scrim

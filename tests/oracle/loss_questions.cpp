// Distributions of losses: the integers that tails, products, windows and coarser grids give.
#include <gmpxx.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/accounting/loss_distribution.hpp"
#include "scrim/numbers/big_interval.hpp"

namespace scrim::oracle {

namespace {

/// The share of a mass that goes up is told in parts of 2^64. Which one it is depends on e^-step:
/// the proofs take it from the question, and have a condition for it, which is checked here.
constexpr int share_bits = 64;
constexpr Precision precision_of_check = 256;

mpz_class whole_of(int bits) { return mpz_class(1) << static_cast<mp_bitcnt_t>(bits); }

BigInterval enclosed(const Rational& x) { return BigInterval::point(precision_of_check, x); }

/// All of the mass at one loss of a grid, in as many bits as a share has.
LossDistribution one_loss(const LossGrid& grid, std::size_t place, std::size_t size) {
  std::vector<mpz_class> tails(size);
  for (std::size_t i = 0; i <= place; ++i) tails[i] = whole_of(share_bits);
  return LossDistribution::from_tails(share_bits, grid, tails, 0);
}

/// share / 2^64 is at least (1 - e^-part) / (1 - e^-width), and all but the least such number.
void check_share(const mpz_class& share, const Rational& part, const Rational& width) {
  const BigInterval one = enclosed(1);
  const BigInterval needed = enclosed(Rational(whole_of(share_bits))) *
                             (one - exp(enclosed(-part))) / (one - exp(enclosed(-width)));
  if (compare(enclosed(Rational(share)), needed) == Order::less ||
      compare(enclosed(Rational(share) - 2), needed) == Order::greater) {
    throw Difference("a share of " + share.get_str() + " of 2^64 goes up at " + part.get_str() +
                     " of " + width.get_str());
  }
}

/// A distribution and the question that leads to it, step by step on both sides.
class LossTrace {
 public:
  /// Losses are whole numbers of `unit`, as the proofs have them.
  LossTrace(int bits, Rational unit) : bits_(bits), unit_(std::move(unit)) {
    question_ = "losses " + std::to_string(bits);
  }

  void push_tails(long offset, long step, const std::vector<mpz_class>& tails,
                  const mpz_class& infinity) {
    question_ += " tails " + std::to_string(offset) + ' ' + std::to_string(step) + ' ' +
                 infinity.get_str() + ' ' + std::to_string(tails.size());
    for (const mpz_class& tail : tails) question_ += ' ' + tail.get_str();
    stack_.push_back(
        LossDistribution::from_tails(bits_, {offset * unit_, step * unit_}, tails, infinity));
  }

  void compose() {
    question_ += " compose";
    const LossDistribution last = std::move(stack_.back());
    stack_.pop_back();
    stack_.back() = stack_.back().composed_with(last);
  }

  /// With itself, for which the library has a product of its own.
  void square() {
    question_ += " copy compose";
    stack_.back() = stack_.back().composed_with(stack_.back());
  }

  void trim(std::uint64_t most) {
    question_ += " trim " + std::to_string(most);
    stack_.back() = stack_.back().trimmed(most);
  }

  void coarsen() {
    const LossGrid& grid = stack_.back().grid();
    const mpz_class share = one_loss(grid, 1, 2).coarsened().mass(1);
    check_share(share, grid.step, grid.step * 2);
    question_ += " coarsen " + share.get_str();
    stack_.back() = stack_.back().coarsened();
  }

  void onto_dyadic_grid(int exponent) {
    const LossDistribution before = stack_.back();
    stack_.back() = before.on_dyadic_grid(exponent);
    const LossGrid& grid = stack_.back().grid();
    question_ += " move" + in_units(grid.offset) + in_units(grid.step) + ' ' +
                 std::to_string(stack_.back().size()) + ' ' + std::to_string(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Rational places = (before.grid().loss(i) - grid.offset) / grid.step;
      mpz_class lower;
      mpz_fdiv_q(lower.get_mpz_t(), places.get_num_mpz_t(), places.get_den_mpz_t());
      const mpz_class share = one_loss(before.grid(), i, before.size())
                                  .on_dyadic_grid(exponent)
                                  .mass(lower.get_ui() + 1);
      check_share(share, (places - lower) * grid.step, grid.step);
      question_ += ' ' + lower.get_str() + ' ' + share.get_str();
    }
  }

  [[nodiscard]] const LossDistribution& last() const { return stack_.back(); }

  /// In units.
  [[nodiscard]] long step_of_last() const {
    const Rational step = last().grid().step / unit_;
    return step.get_num().get_si();
  }

  void ask(Oracle& oracle) const {
    const LossDistribution& losses = stack_.back();
    std::string answer = in_units(losses.grid().offset) + in_units(losses.grid().step) + ' ' +
                         losses.infinite_mass().get_str();
    for (std::size_t i = 0; i < losses.size(); ++i) answer += ' ' + losses.mass(i).get_str();
    oracle.ask(question_, as_answer(answer));
  }

 private:
  [[nodiscard]] std::string in_units(const Rational& loss) const {
    const Rational count = loss / unit_;
    if (count.get_den() != 1) throw Difference("a loss of " + loss.get_str() + " on no grid");
    return ' ' + count.get_num().get_str();
  }

  int bits_;
  Rational unit_;
  std::string question_;
  std::vector<LossDistribution> stack_;
};

/// Calls use(numbers) for all lists of so many numbers from 0 to `largest`.
template <class Use>
void for_each_list(std::size_t size, unsigned long largest, std::vector<mpz_class>& numbers,
                   const Use& use) {
  if (numbers.size() == size) {
    use(numbers);
    return;
  }
  for (unsigned long number = 0; number <= largest; ++number) {
    numbers.emplace_back(number);
    for_each_list(size, largest, numbers, use);
    numbers.pop_back();
  }
}

/// Tails in any order, above the whole too, and what follows from them.
void ask_about_all_tails(Oracle& oracle) {
  constexpr int bits = 2;
  std::vector<mpz_class> numbers;
  for (std::size_t size = 1; size <= 3; ++size) {
    for_each_list(size + 1, 5, numbers, [&](const std::vector<mpz_class>& all) {
      const std::vector<mpz_class> tails(all.begin(), all.end() - 1);
      LossTrace trace(bits, Rational(1, 3));
      trace.push_tails(-2, 1, tails, all.back());
      trace.ask(oracle);
      for (const std::uint64_t most : {0U, 1U, 2U, 4U}) {
        LossTrace trimmed = trace;
        trimmed.trim(most);
        trimmed.ask(oracle);
      }
      LossTrace squared = trace;
      squared.square();
      squared.ask(oracle);
      LossTrace coarse = trace;
      coarse.coarsen();
      coarse.ask(oracle);
    });
  }
}

/// All pairs of short distributions.
void ask_about_all_products(Oracle& oracle) {
  constexpr int bits = 2;
  std::vector<mpz_class> numbers;
  std::vector<std::vector<mpz_class>> falling;  // tails, and infinity at the end
  for (std::size_t size = 1; size <= 3; ++size) {
    for_each_list(size, 4, numbers, [&](const std::vector<mpz_class>& all) {
      for (std::size_t i = 1; i < size; ++i) {
        if (all[i] > all[i - 1]) return;
      }
      falling.push_back(all);
    });
  }
  for (const auto& a : falling) {
    for (const auto& b : falling) {
      LossTrace trace(bits, Rational(7, 5));
      for (const auto* one : {&a, &b}) {
        std::vector<mpz_class> tails{whole_of(bits)};
        tails.insert(tails.end(), one->begin(), one->end() - 1);
        trace.push_tails(1, 2, tails, one->back());
      }
      trace.compose();
      trace.ask(oracle);
    }
  }
}

class RandomTraces {
 public:
  explicit RandomTraces(std::uint64_t seed) : random_(seed) {}

  /// Sizes and numbers of bits beside those of words, and steps in any order.
  void ask_one(Oracle& oracle) {
    static const std::vector<int> all_bits{1, 2, 5, 31, 63, 64, 65, 95, 127, 128, 200};
    const int bits = all_bits[below(all_bits.size())];
    // Steps of losses that are so small that half of a mass goes up, and so large that all does.
    static const std::vector<Rational> units{Rational(1, 3), Rational(1, 1 << 20), Rational(7, 5),
                                             Rational(40)};
    LossTrace trace(bits, units[below(units.size())]);
    push(trace, bits, 1);
    for (std::size_t i = below(5); i > 0; --i) {
      switch (below(4)) {
        case 0:
          trace.trim(random_() >> below(64));
          break;
        case 1:
          trace.coarsen();
          break;
        case 2:
          if (trace.last().size() <= 12) trace.square();
          break;
        default:
          compose_with_another(trace, bits);
      }
    }
    trace.ask(oracle);
  }

  /// Onto a grid that is finer, or coarser, or holds some of the losses.
  void ask_one_moved(Oracle& oracle) {
    const int exponent = static_cast<int>(below(9)) - 2;
    const int bits = below(2) == 0 ? 31 : 70;
    // Both grids are whole numbers of this: the new step is 2^-exponent.
    LossTrace trace(bits, Rational(1, 5 * 64));
    push(trace, bits, static_cast<long>(1 + below(200)));
    trace.onto_dyadic_grid(exponent);
    if (below(2) == 0) trace.square();
    trace.ask(oracle);
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  mpz_class number_up_to(int bits) {
    mpz_class out = 0;
    for (int i = 0; i < bits / 64 + 1; ++i) {
      out = (out << 64) + mpz_class(static_cast<unsigned long>(random_()));
    }
    out %= whole_of(bits) + 1;
    // Small ones, which windows drop, as often as large ones.
    return below(2) == 0 ? out : out >> below(static_cast<std::uint64_t>(bits) + 1);
  }

  void push(LossTrace& trace, int bits, long step) {
    std::vector<mpz_class> tails(1 + below(7));
    for (mpz_class& tail : tails) tail = number_up_to(bits);
    // In order, as a rule: else most masses are 0.
    if (below(4) != 0) std::sort(tails.begin(), tails.end(), std::greater<>());
    const mpz_class infinity = below(3) == 0 ? mpz_class(0) : number_up_to(bits) >> below(8);
    trace.push_tails(static_cast<long>(below(40)) - 20, step, tails, infinity);
  }

  /// One with the same step: as many times as coarse as the last.
  void compose_with_another(LossTrace& trace, int bits) {
    const long step = trace.step_of_last();
    push(trace, bits, step);
    trace.compose();
  }

  std::mt19937_64 random_;
};

}  // namespace

void ask_about_losses(Oracle& oracle) {
  ask_about_all_tails(oracle);
  ask_about_all_products(oracle);
  RandomTraces traces(22);
  for (int i = 0; i < 3000; ++i) traces.ask_one(oracle);
  for (int i = 0; i < 1000; ++i) traces.ask_one_moved(oracle);
}

}  // namespace scrim::oracle

// Scrim's side of the side-by-side benchmark: reads commands on standard input, one a line, and
// answers each with one line of JSON. It times itself, so that what the driver does between
// commands is not part of any measurement.
//
//   rows f64|i64 PATH         candidates f64|i64 PATH         scores PATH         threads N
//   sum_rows COUNT            sum_scores COUNT
//   score NUM DEN COUNT
//   top_k max_divergence|zero_concentrated_divergence K SCALE max|min COUNT
//   quantile NUM DEN SCALE COUNT
//   noise laplace|gaussian SCALE COUNT
//   noise_on_grid laplace|gaussian SCALE EXPONENT COUNT
//   private_sum LOWER UPPER EXPONENT SCALE COUNT
//   private_counts CATEGORIES SCALE COUNT
//
// COUNT is how often the work is done; the answer has the time of all of them together.
#include <cstdint>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "json_line.hpp"
#include "mapped_array.hpp"
#include "noise_works.hpp"
#include "works.hpp"

namespace scrim::side_by_side {
namespace {

/// The words of a command, read one after the other.
class Words {
 public:
  explicit Words(const std::string& line) : stream_(line) {}

  template <class T>
  [[nodiscard]] T next() {
    T word{};
    if (!(stream_ >> word)) throw std::invalid_argument("a word is missing or not understood");
    return word;
  }

  /// All that is left: a path may have spaces in it.
  [[nodiscard]] std::string rest() {
    std::string text;
    std::getline(stream_ >> std::ws, text);
    return text;
  }

 private:
  std::istringstream stream_;
};

using Numbers = std::variant<MappedArray<double>, MappedArray<std::int64_t>>;

[[nodiscard]] Numbers read_numbers(Words& words) {
  const auto type = words.next<std::string>();
  const std::string path = words.rest();
  if (type == "f64") return MappedArray<double>(path);
  if (type == "i64") return MappedArray<std::int64_t>(path);
  throw std::invalid_argument("numbers are f64 or i64");
}

template <class Value>
[[nodiscard]] JsonLine answer(const Timed<Value>& timed) {
  return JsonLine()
      .add("wall_ns", timed.elapsed.wall_ns)
      .add("cpu_ns", timed.elapsed.cpu_ns)
      .add("count", timed.values.size())
      .add("loss", timed.loss)
      .add("values", timed.values);
}

class Worker {
 public:
  [[nodiscard]] static JsonLine introduce() {
    using Scores = decltype(make_quantile_score_candidates(
        vector_domain<double>(), SymmetricDistance{}, std::vector<double>{}, Alpha(0.5)));
    return JsonLine()
        .add("scrim", SCRIM_VERSION)
        .add("compiler", SCRIM_COMPILER)
        .add("flags", SCRIM_FLAGS)
        .add("takes_threads", takes_threads<Scores, double>);
  }

  [[nodiscard]] JsonLine obey(const std::string& line) {
    Words words(line);
    const auto command = words.next<std::string>();
    if (command == "rows") return hold(rows_, read_numbers(words));
    if (command == "candidates") return hold(candidates_, read_numbers(words));
    if (command == "scores") return hold(scores_, MappedArray<std::uint64_t>(words.rest()));
    if (command == "threads") return hold(threads_, words.next<unsigned>());
    if (command == "sum_rows") return sum_rows(words);
    if (command == "sum_scores") {
      return answer(time_plain_pass(scores_.values(), words.next<std::size_t>()));
    }
    if (command == "score") return score(words);
    if (command == "top_k") return top_k(words);
    if (command == "quantile") return quantile(words);
    if (command == "noise") return noise(words);
    if (command == "noise_on_grid") return noise_on_grid(words);
    if (command == "private_sum") return private_sum(words);
    if (command == "private_counts") return private_counts(words);
    throw std::invalid_argument("no such command: " + command);
  }

 private:
  template <class Held>
  [[nodiscard]] static JsonLine hold(Held& held, Held value) {
    held = std::move(value);
    return {};
  }

  [[nodiscard]] JsonLine sum_rows(Words& words) const {
    const auto count = words.next<std::size_t>();
    return std::visit(
        [&](const auto& rows) { return answer(time_plain_pass(rows.values(), count)); }, rows_);
  }

  [[nodiscard]] static Alpha next_alpha(Words& words) {
    const auto num = words.next<std::uint64_t>();
    return Fraction{num, words.next<std::uint64_t>()};
  }

  /// Calls `work` with the rows and the candidates, which must be of one type.
  template <class Work>
  [[nodiscard]] JsonLine with_rows_and_candidates(Work work) const {
    return std::visit(
        [&]<class T>(const MappedArray<T>& rows) {
          const auto* candidates = std::get_if<MappedArray<T>>(&candidates_);
          if (candidates == nullptr) {
            throw std::invalid_argument("rows and candidates are of different types");
          }
          const auto values = candidates->values();
          return work(rows.values(), std::vector<T>(values.begin(), values.end()));
        },
        rows_);
  }

  [[nodiscard]] JsonLine score(Words& words) const {
    const Alpha alpha = next_alpha(words);
    const auto count = words.next<std::size_t>();
    return with_rows_and_candidates([&](auto rows, const auto& candidates) {
      return answer(time_scoring(rows, candidates, alpha, threads_, count));
    });
  }

  [[nodiscard]] JsonLine quantile(Words& words) const {
    const Alpha alpha = next_alpha(words);
    const auto scale = words.next<double>();
    const auto count = words.next<std::size_t>();
    return with_rows_and_candidates(
        [&]<class T>(std::span<const T> rows, const std::vector<T>& candidates) {
          return answer(time_private_quantile(rows, QuantileOptions<T>{candidates, alpha, scale},
                                              threads_, count));
        });
  }

  [[nodiscard]] JsonLine top_k(Words& words) const {
    const auto measure = words.next<std::string>();
    const auto k = words.next<std::size_t>();
    const auto scale = words.next<double>();
    const auto optimize = words.next<std::string>();
    if (optimize != "max" && optimize != "min") throw std::invalid_argument("optimize max or min");
    const TopKOptions options{
        .k = k, .scale = scale, .optimize = optimize == "max" ? Optimize::max : Optimize::min};
    const auto count = words.next<std::size_t>();
    if (measure == "max_divergence") {
      return answer(time_selection<MaxDivergence>(scores_.values(), options, count));
    }
    if (measure == "zero_concentrated_divergence") {
      return answer(time_selection<ZeroConcentratedDivergence>(scores_.values(), options, count));
    }
    throw std::invalid_argument("no such measure: " + measure);
  }

  /// The rows, which must be of this type.
  template <class T>
  [[nodiscard]] std::span<const T> rows_of() const {
    const auto* rows = std::get_if<MappedArray<T>>(&rows_);
    if (rows == nullptr) throw std::invalid_argument("this is not for rows of that type");
    return rows->values();
  }

  template <Number T>
  [[nodiscard]] JsonLine noise_by(const std::string& law, const NoiseOptions& options,
                                  std::size_t count) const {
    if (law == "laplace") return answer(time_laplace(rows_of<T>(), options, count));
    if (law == "gaussian") return answer(time_gaussian(rows_of<T>(), options, count));
    throw std::invalid_argument("no such noise: " + law);
  }

  [[nodiscard]] JsonLine noise(Words& words) const {
    const auto law = words.next<std::string>();
    const auto scale = words.next<double>();
    return noise_by<std::int64_t>(law, {.scale = scale}, words.next<std::size_t>());
  }

  [[nodiscard]] JsonLine noise_on_grid(Words& words) const {
    const auto law = words.next<std::string>();
    const auto scale = words.next<double>();
    const auto exponent = words.next<int>();
    return noise_by<double>(law, {.scale = scale, .exponent = exponent}, words.next<std::size_t>());
  }

  [[nodiscard]] JsonLine private_sum(Words& words) const {
    const auto lower = words.next<double>();
    const auto upper = words.next<double>();
    const auto exponent = words.next<int>();
    const auto scale = words.next<double>();
    const auto count = words.next<std::size_t>();
    return answer(
        time_private_sum(rows_of<double>(), {lower, upper}, exponent, scale, threads_, count));
  }

  [[nodiscard]] JsonLine private_counts(Words& words) const {
    const auto categories = words.next<std::size_t>();
    const auto scale = words.next<double>();
    const auto count = words.next<std::size_t>();
    return answer(time_private_counts(rows_of<std::int64_t>(), categories, scale, threads_, count));
  }

  Numbers rows_;
  Numbers candidates_;
  MappedArray<std::uint64_t> scores_;
  unsigned threads_ = 1;
};

}  // namespace
}  // namespace scrim::side_by_side

int main() {
  using scrim::side_by_side::JsonLine;
  using scrim::side_by_side::Worker;
  std::cout << Worker::introduce().text() << '\n' << std::flush;
  Worker worker;
  for (std::string line; std::getline(std::cin, line);) {
    JsonLine reply;
    try {
      reply = worker.obey(line);
    } catch (const std::exception& problem) {
      reply = JsonLine().add("error", problem.what());
    }
    std::cout << reply.text() << '\n' << std::flush;
  }
}

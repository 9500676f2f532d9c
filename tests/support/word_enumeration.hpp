// The law of a sampler by enumeration of all tapes of short words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "scrim/numbers/rational.hpp"
#include "support/scripted_tape.hpp"

namespace scrim::test {

/// What is certain after so many words: how likely each outcome is at least, and how likely it is
/// that further words decide.
template <class Outcome>
struct EnumeratedLaw {
  std::map<Outcome, Rational> decided;
  Rational undecided;

  [[nodiscard]] Rational at_least(const Outcome& outcome) const {
    const auto found = decided.find(outcome);
    return found == decided.end() ? Rational(0) : found->second;
  }
  [[nodiscard]] Rational at_most(const Outcome& outcome) const {
    return at_least(outcome) + undecided;
  }
};

namespace words {

template <class Outcome, class Sample>
void enumerate(int word_bits, std::size_t most_words, std::vector<std::uint64_t>& tape,
               const Rational& mass, const Sample& sample, EnumeratedLaw<Outcome>& law) {
  ScriptedTape source(tape);
  try {
    const Outcome outcome = sample(source);
    // What a tape decides with words to spare, the shorter one had decided.
    if (source.words_consumed() == tape.size()) law.decided[outcome] += mass;
    return;
  } catch (const TapeExhausted&) {
    if (tape.size() == most_words) {
      law.undecided += mass;
      return;
    }
  }
  const Rational share = mass / Rational(std::uint64_t{1} << word_bits);
  for (std::uint64_t word = 0; word < std::uint64_t{1} << word_bits; ++word) {
    tape.push_back(word << (64 - word_bits));
    enumerate(word_bits, most_words, tape, share, sample, law);
    tape.pop_back();
  }
}

}  // namespace words

/// The law of sample(source) over all tapes of up to so many words, of which samplers read the
/// highest `word_bits` bits.
template <class Outcome, class Sample>
[[nodiscard]] EnumeratedLaw<Outcome> enumerate_words(int word_bits, std::size_t most_words,
                                                     const Sample& sample) {
  EnumeratedLaw<Outcome> law;
  std::vector<std::uint64_t> tape;
  words::enumerate(word_bits, most_words, tape, Rational(1), sample, law);
  return law;
}

}  // namespace scrim::test

#include "scrim/entropy/secure_generator.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <set>
#include <span>
#include <thread>
#include <vector>

#include "support/entropy_generator_peer.hpp"
#include "support/entropy_readers.hpp"

namespace scrim::entropy::secure_generator_test {
namespace {

using test::FaultyReader;
using test::FixedReader;
using test::ReadOutcome;
using test::SecureGeneratorPeer;

constexpr std::size_t run_words = GeneratorState::output_words;
using Seed = std::array<std::byte, seed_size>;

/// AES-256-CTR of zeros, computed with a fresh context each time and nothing of ours.
std::vector<unsigned char> reference_keystream(std::span<const unsigned char> seed,
                                               std::size_t size) {
  std::vector<unsigned char> out(size, 0);
  const std::vector<unsigned char> zeros(size, 0);
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  EXPECT_EQ(EVP_EncryptInit_ex(context, EVP_aes_256_ctr(), nullptr, seed.data(), seed.data() + 32),
            1);
  int written = 0;
  EXPECT_EQ(EVP_EncryptUpdate(context, out.data(), &written, zeros.data(), static_cast<int>(size)),
            1);
  EVP_CIPHER_CTX_free(context);
  return out;
}

template <class Generator>
std::vector<std::uint64_t> draw(Generator& generator, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  for (auto& word : words) word = generator.next_word();
  return words;
}

template <class Generator>
void expect_unseeded_and_empty(const Generator& generator) {
  const GeneratorState& state = SecureGeneratorPeer::state(generator);
  EXPECT_EQ(state.words_left, 0U);
  EXPECT_EQ(state.is_seeded, 0U);
  EXPECT_TRUE(std::ranges::all_of(state.keystream, [](std::uint64_t word) { return word == 0; }));
}

template <class Generator>
void expect_throws_entropy(Generator& generator) {
  try {
    const std::uint64_t word = generator.next_word();
    ADD_FAILURE() << "yielded " << word << " without entropy";
  } catch (const InvokeError& failure) {
    EXPECT_EQ(failure.kind(), ErrorKind::entropy);
  }
}

TEST(SecureGenerator, equals_aes_256_ctr_over_three_runs) {
  BasicSecureGenerator<FixedReader> generator;
  std::vector<unsigned char> seed(seed_size);
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<unsigned char>(1 + i);
  for (int run = 0; run < 3; ++run) {
    const auto expected = reference_keystream(seed, seed_size + 8 * run_words);
    for (std::size_t i = 0; i < run_words; ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, expected.data() + seed_size + 8 * i, sizeof word);
      ASSERT_EQ(generator.next_word(), word) << "run " << run << ", word " << i;
    }
    seed.assign(expected.begin(), expected.begin() + seed_size);
  }
}

TEST(SecureGenerator, reads_the_system_once_and_only_when_first_asked) {
  std::deque<ReadOutcome> script;
  int reads = 0;
  BasicSecureGenerator<FaultyReader> generator(FaultyReader{&script, &reads});
  EXPECT_EQ(reads, 0);
  draw(generator, 3 * run_words + 1);
  EXPECT_EQ(reads, 1);
}

TEST(SecureGenerator, erases_each_word_as_it_is_handed_out) {
  SecureGenerator generator;
  for (std::size_t i = 0; i < 2 * run_words; ++i) {
    const std::uint64_t word = generator.next_word();
    const GeneratorState& state = SecureGeneratorPeer::state(generator);
    ASSERT_EQ(std::ranges::count(state.keystream, word), 0) << i;
    const auto consumed = std::span(state.keystream)
                              .subspan(GeneratorState::seed_words, run_words - state.words_left);
    ASSERT_TRUE(std::ranges::all_of(consumed, [](std::uint64_t w) { return w == 0; })) << i;
  }
}

TEST(SecureGenerator, has_a_new_seed_after_each_run_and_the_old_one_is_gone) {
  SecureGenerator generator;
  std::set<std::vector<std::uint64_t>> seeds;
  for (int run = 0; run < 8; ++run) {
    (void)generator.next_word();
    const auto& keystream = SecureGeneratorPeer::state(generator).keystream;
    for (const auto& old : seeds) {
      EXPECT_TRUE(std::ranges::search(keystream, old).empty());
    }
    seeds.emplace(keystream.begin(), keystream.begin() + GeneratorState::seed_words);
    draw(generator, run_words - 1);
  }
  EXPECT_EQ(seeds.size(), 8U);
}

TEST(SecureGenerator, yields_nothing_when_the_system_fails_and_works_again_when_it_recovers) {
  for (const ReadOutcome outcome : {ReadOutcome{.error = EAGAIN}, ReadOutcome{.error = ENOSYS},
                                    ReadOutcome{.missing = 1}, ReadOutcome{.missing = 48}}) {
    std::deque<ReadOutcome> script{outcome, outcome};
    int reads = 0;
    BasicSecureGenerator<FaultyReader> generator(FaultyReader{&script, &reads});
    for (int attempt = 0; attempt < 2; ++attempt) {
      expect_throws_entropy(generator);
      expect_unseeded_and_empty(generator);
    }
    EXPECT_EQ(reads, 2);
    const std::set<std::uint64_t> distinct{generator.next_word(), generator.next_word(),
                                           generator.next_word()};
    EXPECT_EQ(distinct.size(), 3U);
    EXPECT_EQ(reads, 3);
  }
}

/// Fails on the calls that the script names, after spoiling the output as a broken cipher might.
struct FaultyExpander {
  static inline std::deque<bool> fails;
  AesKeystream keystream;

  bool expand(std::span<const std::byte, seed_size> seed, std::span<std::byte> out) noexcept {
    const bool is_faulty = !fails.empty() && fails.front();
    if (!fails.empty()) fails.pop_front();
    if (!is_faulty) return keystream.expand(seed, out);
    std::ranges::fill(out, std::byte{0x77});
    return false;
  }
};

TEST(SecureGenerator, yields_nothing_when_the_cipher_fails_on_the_first_run) {
  FaultyExpander::fails = {true, true};
  BasicSecureGenerator<SystemRandomReader, FaultyExpander> generator;
  for (int attempt = 0; attempt < 2; ++attempt) {
    expect_throws_entropy(generator);
    expect_unseeded_and_empty(generator);
  }
  EXPECT_NE(generator.next_word(), generator.next_word());
}

TEST(SecureGenerator, seeds_anew_after_the_cipher_failed_on_a_later_run) {
  FaultyExpander::fails = {false, true};
  std::deque<ReadOutcome> script;
  int reads = 0;
  BasicSecureGenerator<FaultyReader, FaultyExpander> generator(FaultyReader{&script, &reads});
  draw(generator, run_words);
  expect_throws_entropy(generator);
  expect_unseeded_and_empty(generator);
  EXPECT_NE(generator.next_word(), generator.next_word());
  EXPECT_EQ(reads, 2);
}

TEST(AesKeystream, overwrites_a_seed_that_lies_inside_the_output) {
  Seed seed;
  seed.fill(std::byte{0x3C});
  std::array<std::byte, 160> apart{};
  std::array<std::byte, 160> inside{};
  std::ranges::copy(seed, inside.begin());
  AesKeystream keystream;
  ASSERT_TRUE(keystream.expand(seed, apart));
  ASSERT_TRUE(keystream.expand(std::span<const std::byte>(inside).first<seed_size>(), inside));
  EXPECT_EQ(apart, inside);
}

TEST(ThreadSource, is_one_generator_per_thread) {
  EXPECT_EQ(&thread_source(), &thread_source());
  SecureGenerator* theirs = nullptr;
  std::thread([&] { theirs = &thread_source(); }).join();
  EXPECT_NE(theirs, &thread_source());
}

TEST(ThreadSource, streams_of_threads_share_no_word) {
  constexpr std::size_t threads = 4;
  constexpr std::size_t words = 5 * run_words + 7;
  std::array<std::vector<std::uint64_t>, threads> drawn;
  {
    std::vector<std::jthread> workers;
    for (auto& mine : drawn) {
      workers.emplace_back([&mine] { mine = draw(thread_source(), words); });
    }
  }
  std::set<std::uint64_t> distinct;
  for (const auto& mine : drawn) distinct.insert(mine.begin(), mine.end());
  // 20 000 uniform words collide with probability 2^-36.
  EXPECT_EQ(distinct.size(), threads * words);
}

}  // namespace
}  // namespace scrim::entropy::secure_generator_test

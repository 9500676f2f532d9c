// Runs a fuzz target without libFuzzer: on its corpus, then on inputs that a seeded generator makes
// from it. The same inputs every time, so it is a test like others.
//
//   x_fuzz COUNT FILE_OR_FOLDER...
//
// COUNT is the number of inputs made up. A failing input is left in failing_input.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fuzz/fuzz_target.hpp"

namespace {

using Input = std::vector<std::uint8_t>;

constexpr std::size_t largest_input = 512;

Input current;  // seen by the signal handler

/// With nothing but what a signal handler may call.
void keep_failing_input(int signal) {
  const int file = open("failing_input", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0) {
    [[maybe_unused]] const auto written = write(file, current.data(), current.size());
    close(file);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Unless a sanitizer wants to report this signal itself.
void keep_failing_input_on(int signal) {
  const auto former = std::signal(signal, keep_failing_input);
  if (former != SIG_DFL) std::signal(signal, former);
}

Input read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Input(std::istreambuf_iterator<char>(file), {});
}

/// In the order of their names: the order of a folder is the file system's own.
std::vector<Input> read_corpus(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::filesystem::path> files;
  for (const auto& path : paths) {
    if (std::filesystem::is_directory(path)) {
      for (const auto& entry : std::filesystem::directory_iterator(path)) {
        files.push_back(entry.path());
      }
    } else {
      files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<Input> inputs;
  for (const auto& file : files) inputs.push_back(read_file(file));
  return inputs;
}

/// Random bytes, or an input of the corpus with a few changes.
class Mutator {
 public:
  explicit Mutator(std::vector<Input> corpus) : corpus_(std::move(corpus)) {}

  Input next() {
    Input input = below(4) == 0 || corpus_.empty() ? random_bytes(largest_input)
                                                   : corpus_[below(corpus_.size())];
    for (std::size_t changes = below(8); changes > 0; --changes) change(input);
    input.resize(std::min(input.size(), largest_input));
    return input;
  }

 private:
  std::size_t below(std::size_t end) { return generator_() % end; }
  std::uint8_t byte() { return static_cast<std::uint8_t>(generator_()); }

  Input random_bytes(std::size_t largest) {
    Input input(below(largest + 1));
    for (std::uint8_t& one : input) one = byte();
    return input;
  }

  void change(Input& input) {
    const auto place = input.begin() + static_cast<std::ptrdiff_t>(below(input.size() + 1));
    const auto to_end = static_cast<std::size_t>(input.end() - place);
    const auto length = static_cast<std::ptrdiff_t>(below(std::min<std::size_t>(to_end, 16) + 1));
    switch (below(4)) {
      case 0:
        if (place != input.end()) *place = byte();
        break;
      case 1:
        input.erase(place, place + length);
        break;
      case 2: {
        const Input inserted = random_bytes(16);
        input.insert(place, inserted.begin(), inserted.end());
        break;
      }
      default: {  // equal values are rare among random ones
        const Input repeated(place, place + length);
        input.insert(place, repeated.begin(), repeated.end());
        break;
      }
    }
  }

  std::vector<Input> corpus_;
  std::mt19937_64 generator_{20260101};
};

void run(Input input) {
  current = std::move(input);
  // A copy of exactly this size: reading past the end is then seen by the address sanitizer.
  const Input exact(current);
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t inputs = 0;
  if (count < 2 ||
      std::from_chars(arguments[1], arguments[1] + std::strlen(arguments[1]), inputs).ec !=
          std::errc{}) {
    std::fputs("usage: x_fuzz COUNT FILE_OR_FOLDER...\n", stderr);
    return 2;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) keep_failing_input_on(signal);

  const auto corpus = read_corpus({arguments + 2, arguments + count});
  for (const Input& input : corpus) run(input);
  Mutator mutator(corpus);
  for (std::size_t i = 0; i < inputs; ++i) run(mutator.next());
  std::printf("%zu inputs of the corpus, %zu made from them\n", corpus.size(), inputs);
}

// The program extracted from the proofs, running as a child: questions in, answers out.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace scrim::oracle {

/// The proofs' function and the library's function differ somewhere.
struct Difference : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The answer of the library where a distance exceeds 64 bits; the proofs' integers have no end.
inline constexpr const char* overflow = "overflow";

class Oracle {
 public:
  /// Starts the program; it ends with this object.
  explicit Oracle(const std::string& path);
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;
  ~Oracle();

  /// Puts a question, to which the library's answer is `ours`. Throws Difference, at the latest in
  /// `settle`, if the oracle answers otherwise.
  void ask(const std::string& question, std::string ours);

  /// Compares all answers that are still outstanding.
  void settle();

  /// How many questions were settled, by their first word.
  [[nodiscard]] const std::map<std::string, std::size_t>& settled() const { return settled_; }

 private:
  struct Pending {
    std::string question;
    std::string ours;
  };

  [[nodiscard]] std::string next_answer();

  pid_t child_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
  std::vector<Pending> pending_;
  std::size_t pending_bytes_ = 0;
  std::map<std::string, std::size_t> settled_;
};

}  // namespace scrim::oracle

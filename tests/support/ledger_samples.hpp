// Ledgers for tests: in a folder that is deleted in the end, and in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "scrim/ledger/ledger.hpp"
#include "scrim/ledger/random_text.hpp"
#include "scrim/ledger/store.hpp"

namespace scrim::test {

/// An empty folder, for as long as the object lives.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(
      const std::filesystem::path& where = std::filesystem::temp_directory_path())
      : path_(where / ("scrim-ledger-" + ledger::random_text())) {
    std::filesystem::create_directory(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// The rows of a store in memory, which tests may change behind the ledger's back.
struct LedgerRows {
  std::vector<LedgerRecord> records;
  std::map<std::string, std::string> bytes;
};

class MemoryStore final : public LedgerStore {
 public:
  explicit MemoryStore(LedgerRows& rows) : rows_(rows) {}

  [[nodiscard]] LedgerHead head() override {
    if (rows_.records.empty()) return {};
    return {rows_.records.back().number, rows_.records.back().hash};
  }
  [[nodiscard]] bool append(const LedgerHead& expected, std::span<const LedgerRecord> records,
                            const std::optional<std::string>& bytes) override {
    if (head() != expected) return false;
    rows_.records.insert(rows_.records.end(), records.begin(), records.end());
    if (bytes) rows_.bytes.emplace(sha256_text(*bytes), *bytes);
    return true;
  }
  [[nodiscard]] std::vector<LedgerRecord> after(std::uint64_t number) override {
    std::vector<LedgerRecord> found;
    for (const LedgerRecord& record : rows_.records) {
      if (record.number > number) found.push_back(record);
    }
    return found;
  }
  [[nodiscard]] std::optional<std::string> bytes_of(const std::string& hash) override {
    const auto found = rows_.bytes.find(hash);
    if (found == rows_.bytes.end()) return std::nullopt;
    return found->second;
  }
  void check_integrity() override {}
  [[nodiscard]] std::string location() const override { return "memory"; }

 private:
  LedgerRows& rows_;
};

inline AmountWithDelta amount(std::string_view loss, std::string_view delta = "0") {
  return {Amount::from_text(loss), Amount::from_text(delta)};
}

inline LedgerTerms epsilon_terms(std::string_view epsilon) {
  return {"one person", "visits", LedgerCurrency::epsilon, amount(epsilon)};
}

/// An order of a plan that is known by its text.
inline LedgerOrder order_for(const std::string& plan, const std::string& account = "") {
  LedgerOrder order;
  order.account = account;
  order.digest = sha256_text(plan);
  order.plan = plan;
  return order;
}

/// A release without data.
inline LedgerAnswer release_text(const Ledger& ledger, const LedgerOrder& order,
                                 const AmountWithDelta& price, const std::string& text) {
  return ledger.release(order, price, [] {}, [&] { return text; });
}

}  // namespace scrim::test

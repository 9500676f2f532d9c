// Laws of transformations of tables, on all small tables: of persons, or of rows.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab/registry.hpp"
#include "lab/tightness.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/run.hpp"
#include "support/distances/table_distances.hpp"
#include "support/table_values.hpp"

namespace scrim::test {

namespace tables {

/// The columns of a batch of the domain.
template <class D>
[[nodiscard]] std::vector<TableColumn> columns_of(const D& domain) {
  const auto all = [&] {
    if constexpr (requires { domain.all_columns(); }) {
      return domain.all_columns();
    } else {
      return domain;
    }
  }();
  return {all.columns().begin(), all.columns().end()};
}

/// All multisets of up to `most` of the letters, each as a sorted list.
[[nodiscard]] inline std::vector<TableValues> multisets(const TableValues& letters,
                                                        std::size_t most) {
  std::vector<TableValues> all{{}};
  std::vector<std::size_t> last{0};  // the letter that the list ends with
  for (std::size_t begin = 0, size = 0; size < most; ++size) {
    const std::size_t end = all.size();
    for (; begin < end; ++begin) {
      for (std::size_t letter = last[begin]; letter < letters.size(); ++letter) {
        TableValues longer = all[begin];
        longer.push_back(letters[letter]);
        all.push_back(std::move(longer));
        last.push_back(letter);
      }
    }
  }
  return all;
}

/// What rows become, as a fold whose state tells all of it.
template <class T>
[[nodiscard]] Fold<Batch, TableValues> telling_fold(const T& transformation) {
  const auto columns = columns_of(transformation.output_domain());
  return chain_functions(transformation.function(), make_fold<Batch>(RowMultiset(columns)));
}

template <class D>
[[nodiscard]] scrim::Run<Batch, TableValues> run_over(const Fold<Batch, TableValues>& fold,
                                                      const D& domain, const TableValues& rows,
                                                      Part part = {}) {
  scrim::Run<Batch, TableValues> run(fold, run_input(domain), part);
  TableRows table = rows_of(columns_of(domain), rows);
  run.update(table.batch());
  return run;
}

/// Every order of the rows gives one state, and so does every way to share them out between two
/// runs that are merged.
template <class D>
void expect_one_state(const Fold<Batch, TableValues>& fold, const D& domain, TableValues rows,
                      bool is_any_order_taken) {
  const auto bytes = run_over(fold, domain, rows).save();
  if (is_any_order_taken) {
    std::sort(rows.begin(), rows.end());
    do {
      ASSERT_TRUE(run_over(fold, domain, rows).save() == bytes)
          << "in the order " << testing::PrintToString(rows);
    } while (std::next_permutation(rows.begin(), rows.end()));
  }
  for (std::size_t shares = 0; shares < std::size_t{1} << rows.size(); ++shares) {
    TableValues first;
    TableValues second;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ((shares >> i & 1U) != 0 ? second : first).push_back(rows[i]);
    }
    auto one = run_over(fold, domain, first, {0, 2});
    auto other = run_over(fold, domain, second, {1, 2});
    if (is_any_order_taken) {
      one.merge(std::move(other));
      ASSERT_TRUE(std::move(one).save() == bytes)
          << "with apart " << testing::PrintToString(second);
      continue;
    }
    // In the order of ids: merged, if no person's range of ids meets that of another.
    try {
      one.merge(std::move(other));
    } catch (const InvokeError&) {
      continue;
    }
    ASSERT_TRUE(std::move(one).save() == bytes) << "with apart " << testing::PrintToString(second);
  }
}

[[nodiscard]] inline std::vector<std::uint64_t> parts_of(std::uint32_t d) { return {d}; }
[[nodiscard]] inline std::vector<std::uint64_t> parts_of(const KeyedChange& d) {
  return {d.groups(), d.total(), d.in_each()};
}

}  // namespace tables

/// What an instance on tables may ask for.
struct OnTables {
  TableValues letters = {};  ///< rows, of which tables are made
  std::size_t most_rows = 4;
  bool is_in_order = false;  ///< rows are given in the order of letters, which is that of ids
};

/// All laws of a transformation of tables: at distances 1 and 2 the map is never exceeded, and each
/// of its parts is attained; outputs lie in their domain; states do not tell how rows came.
///
/// `distance_in` gives how far two tables are apart. What tables become is given back. Pairs are
/// looked at where rows come in any order; in the order of ids they must become the same.
template <class T>
std::vector<TableValues> expect_laws_on_tables(
    Laws& laws, const std::string& instance, const T& transformation, const OnTables& options,
    const std::function<std::uint32_t(const TableValues&, const TableValues&)>& distance_in) {
  SCOPED_TRACE(instance);
  laws.count_instance();
  using Q = typename T::DistanceOut;
  const auto& domain = transformation.input_domain();
  const auto fold = tables::telling_fold(transformation);
  const auto all = tables::multisets(options.letters, options.most_rows);
  std::vector<TableValues> outputs;
  for (const TableValues& rows : all) {
    outputs.push_back(tables::run_over(fold, domain, rows).finish());
    TableRows table = rows_of(tables::columns_of(domain), rows);
    EXPECT_TRUE(transformation.output_domain().contains(transformation.invoke(table.batch())));
    tables::expect_one_state(fold, domain, rows, !options.is_in_order);
    if (testing::Test::HasFatalFailure()) return outputs;
  }
  if (options.is_in_order) return outputs;
  std::map<std::uint32_t, std::vector<std::uint64_t>> worst;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint32_t d_in = distance_in(all[i], all[j]);
      if (d_in > 2) continue;
      const Q apart = distance(transformation.output_metric(), outputs[i], outputs[j]);
      if (!within(apart, transformation.map(d_in))) {
        ADD_FAILURE() << "not stable at d_in = " << d_in << ": " << testing::PrintToString(all[i])
                      << " and " << testing::PrintToString(all[j]);
        return outputs;
      }
      auto& parts = worst[d_in];
      const auto found = tables::parts_of(apart);
      parts.resize(found.size());
      for (std::size_t k = 0; k < found.size(); ++k) parts[k] = std::max(parts[k], found[k]);
    }
  }
  for (const std::uint32_t d_in : {1U, 2U}) {
    const auto claimed = tables::parts_of(transformation.map(d_in));
    for (std::size_t k = 0; k < claimed.size(); ++k) {
      expect_tight(tightness_row(laws.constructor(),
                                 instance + (k == 0 ? "" : ", part " + std::to_string(k)), d_in,
                                 worst[d_in].at(k), claimed[k]),
                   {});
    }
  }
  return outputs;
}

}  // namespace scrim::test

#include "scrim/columns/record_reader.hpp"

#include <string>

#include "scrim/columns/refuse_times.hpp"

namespace scrim::record_reader {

namespace {

template <class... Rows>
std::string rows_for(const Field& field) {
  std::string names;
  const auto add = [&](bool reads, std::string_view row) {
    if (reads) names.append(names.empty() ? "" : ", ").append(row);
  };
  (add(reads_into<Rows>(field.type, field.is_dictionary), type_name<Rows>()), ...);
  return names;
}

}  // namespace

void check_count(std::size_t fields, std::size_t types) {
  if (fields == types) return;
  fail(ErrorKind::mismatch, "records of " + std::to_string(types) + " values cannot be read from " +
                                std::to_string(fields) + " columns; choose one column for each");
}

void check_type(const Field& field, bool reads, std::string_view row) {
  if (reads) return;
  if (const auto refusal = refusal_of_times(field.type)) {
    fail(ErrorKind::wrong_type, "the column " + describe_value(field.name) + ": " + *refusal);
  }
  fail(ErrorKind::wrong_type,
       "the column " + describe_value(field.name) + " of " +
           std::string(field.is_dictionary ? "text" : name(field.type)) + " cannot be read as " +
           std::string(row) + "; cast it, or read it as " +
           rows_for<double, std::int64_t, std::uint64_t, std::string_view>(field));
}

void check_nulls(const Field& field, bool takes_nulls, std::string_view row) {
  if (takes_nulls || !field.is_nullable) return;
  fail(ErrorKind::mismatch, "the column " + describe_value(field.name) +
                                " may hold nulls; read it as std::optional<" + std::string(row) +
                                ">, and say by make_drop_null or make_impute what becomes of them");
}

}  // namespace scrim::record_reader

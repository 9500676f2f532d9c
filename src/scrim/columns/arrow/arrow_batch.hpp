// Arrow arrays as batches, without copying.
#pragma once

#include <memory>
#include <vector>

#include "scrim/columns/arrow/arrow_abi.hpp"
#include "scrim/columns/arrow/arrow_fields.hpp"
#include "scrim/columns/batch.hpp"
#include "scrim/columns/text_dictionary.hpp"

namespace scrim {

/// The rows of one array, which it owns:
///
///   const ArrowFields fields = fields_of(*schema, {"age", "city"});
///   const ArrowBatch batch(std::move(array), fields);
///   use(batch.rows());
class ArrowBatch {
 public:
  /// Postcondition: throws InvokeError{input} if the array does not have the form that its schema
  ///   promises; what the buffers of a right form hold is not looked at, but for dictionaries.
  ArrowBatch(ArrowOwner<ArrowArray> array, const ArrowFields& fields);

  /// Valid as long as the batch lives and stays where it is.
  [[nodiscard]] Batch rows() const { return {fields_, columns_, size_}; }

 private:
  ArrowOwner<ArrowArray> array_;
  std::vector<Field> fields_;
  std::vector<std::unique_ptr<const TextDictionary>> dictionaries_;  ///< of columns that have one
  std::vector<Column> columns_;
  std::size_t size_;  ///< also where no column is read
};

}  // namespace scrim

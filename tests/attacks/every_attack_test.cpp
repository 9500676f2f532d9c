// Every attack, on its naive control and on the library: as tests, or with --table as a table.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "attacks/composed_range_attack.hpp"
#include "attacks/continuous_curve_attack.hpp"
#include "attacks/failing_entropy_attack.hpp"
#include "attacks/far_score_attack.hpp"
#include "attacks/flipped_charge_attack.hpp"
#include "attacks/forked_stream_attack.hpp"
#include "attacks/hostile_parameter_attack.hpp"
#include "attacks/lowest_bit_attack.hpp"
#include "attacks/not_a_number_attack.hpp"
#include "attacks/parting_rounding_attack.hpp"
#include "attacks/rounded_sum_attack.hpp"
#include "attacks/sampled_rows_attack.hpp"
#include "attacks/second_release_attack.hpp"
#include "attacks/shared_sample_attack.hpp"
#include "attacks/single_key_attack.hpp"
#include "attacks/support_of_noise_attack.hpp"
#include "attacks/telling_error_attack.hpp"
#include "attacks/threshold_sign_attack.hpp"
#include "attacks/wrapping_count_attack.hpp"
#include "attacks/wrapping_sum_attack.hpp"
#include "support/attack_outcome.hpp"

namespace scrim::attacks {
namespace {

using test::Attack;
using test::Outcome;

constexpr std::array every_attack{
    Attack{"support of noise", support_of_noise::on_control, support_of_noise::on_scrim},
    Attack{"lowest bit", lowest_bit::on_control, lowest_bit::on_scrim},
    Attack{"far score", far_score::on_control, far_score::on_scrim},
    Attack{"parting rounding", parting_rounding::on_control, parting_rounding::on_scrim},
    Attack{"rounded sum", rounded_sum::on_control, rounded_sum::on_scrim},
    Attack{"wrapping count", wrapping_count::on_control, wrapping_count::on_scrim},
    Attack{"wrapping sum", wrapping_sum::on_control, wrapping_sum::on_scrim},
    Attack{"telling error", telling_error::on_control, telling_error::on_scrim},
    Attack{"not a number", not_a_number::on_control, not_a_number::on_scrim},
    Attack{"forked stream", forked_stream::on_control, forked_stream::on_scrim},
    Attack{"failing entropy", failing_entropy::on_control, failing_entropy::on_scrim},
    Attack{"second release", second_release::on_control, second_release::on_scrim},
    Attack{"hostile parameter", hostile_parameter::on_control, hostile_parameter::on_scrim},
    Attack{"composed range", composed_range::on_control, composed_range::on_scrim},
    Attack{"flipped charge", flipped_charge::on_control, flipped_charge::on_scrim},
    Attack{"threshold sign", threshold_sign::on_control, threshold_sign::on_scrim},
    Attack{"continuous curve", continuous_curve::on_control, continuous_curve::on_scrim},
    Attack{"single key", single_key::on_control, single_key::on_scrim},
    Attack{"shared sample", shared_sample::on_control, shared_sample::on_scrim},
    Attack{"sampled rows", sampled_rows::on_control, sampled_rows::on_scrim},
};

class EveryAttack : public testing::TestWithParam<Attack> {};

TEST_P(EveryAttack, fells_its_control) {
  const Outcome outcome = GetParam().on_control();
  EXPECT_TRUE(outcome.fell) << outcome.evidence;
}

TEST_P(EveryAttack, leaves_scrim_standing) {
  const Outcome outcome = GetParam().on_scrim();
  EXPECT_FALSE(outcome.fell) << outcome.evidence;
}

std::string test_name(const testing::TestParamInfo<Attack>& row) {
  std::string name(row.param.name);
  std::ranges::replace(name, ' ', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Attacks, EveryAttack, testing::ValuesIn(every_attack), test_name);

TEST(EveryAttackFile, is_carried_out) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SCRIM_ATTACKS_FOLDER)) {
    files += entry.path().filename().string().ends_with("_attack.hpp") ? 1 : 0;
  }
  EXPECT_EQ(files, every_attack.size());
}

void print_row(std::string_view attack, const std::string& control, const std::string& scrim) {
  std::printf("%-18s  %-60s  %s\n", std::string(attack).c_str(), control.c_str(), scrim.c_str());
}

/// Prints the table; false if a control stood or the library fell.
bool print_table() {
  print_row("attack", "control (must fall)", "Scrim (must stand)");
  std::size_t as_they_must = 0;
  for (const Attack& attack : every_attack) {
    const Outcome control = attack.on_control();
    const Outcome scrim = attack.on_scrim();
    as_they_must += control.fell && !scrim.fell ? 1 : 0;
    print_row(attack.name, (control.fell ? "fell   " : "STOOD  ") + control.evidence,
              (scrim.fell ? "FELL   " : "stood  ") + scrim.evidence);
  }
  std::printf("\n%zu of %zu attacks felled their control and left Scrim standing\n", as_they_must,
              every_attack.size());
  return as_they_must == every_attack.size();
}

}  // namespace
}  // namespace scrim::attacks

// Takes the place of GoogleTest's main, for the sake of --table.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc == 2 && std::string_view(argv[1]) == "--table") {
    return scrim::attacks::print_table() ? 0 : 1;
  }
  return RUN_ALL_TESTS();
}

// Runs the laws that are registered, and sees to it that every constructor has some.
//
// With SCRIM_TIGHTNESS_TABLE set to the name of a file, the table of tightness is written there.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lab/registry.hpp"
#include "lab/registry_scan.hpp"
#include "lab/tightness.hpp"

namespace scrim::test {
namespace {

class LawsOf : public testing::TestWithParam<Registration> {};

TEST_P(LawsOf, hold) {
  Laws laws(GetParam().constructor);
  GetParam().check(laws);
  EXPECT_GT(laws.instances(), 0U) << "these laws were checked on nothing";
}

INSTANTIATE_TEST_SUITE_P(Registered, LawsOf, testing::ValuesIn(registrations()),
                         [](const auto& registered) {
                           return registered.param.constructor + "_" + registered.param.overload;
                         });

/// Functions that are named like constructors and are none.
const std::set<std::string> no_constructors{
    // They give functions within a transformation, or parts of such, which have no map.
    "make_row_map",
    "make_accumulation",
    "make_product",
    "make_fold",
};

TEST(Registry, has_laws_for_every_constructor_in_the_sources) {
  std::map<std::string, std::size_t> declared;
  for (const auto& constructor : constructors_below("src/scrim")) ++declared[constructor.name];
  std::map<std::string, std::set<std::string>> registered;
  for (const auto& registration : registrations()) {
    EXPECT_TRUE(registered[registration.constructor].insert(registration.overload).second)
        << registration.constructor << " registers " << registration.overload << " twice";
  }
  for (const auto& [name, overloads] : declared) {
    if (no_constructors.contains(name)) continue;
    EXPECT_EQ(registered[name].size(), overloads)
        << name << " has " << overloads << " overloads in src/scrim, and laws for "
        << registered[name].size() << ": add them to tests/lab/laws_of_*.cpp";
  }
  for (const auto& [name, overloads] : registered) {
    EXPECT_TRUE(declared.contains(name)) << name << " is not declared in src/scrim";
  }
}

std::vector<std::string> names_in(std::string_view header) {
  std::vector<std::string> names;
  for (const auto& constructor : constructors_in(header, "x.hpp"))
    names.push_back(constructor.name);
  return names;
}

TEST(RegistryScan, finds_declarations_however_they_are_written) {
  EXPECT_EQ(names_in("namespace scrim { auto make_a(int x) -> Transformation<X> { f(); } }"),
            (std::vector<std::string>{"make_a"}));
  EXPECT_EQ(names_in("namespace scrim::x {\ntemplate <class T>\n  requires(sizeof(T) > 1)\n"
                     "[[nodiscard]] Alias<T> make_b\n(T, Options options = {.k = 1, .optimize = "
                     "Optimize::max});\n}"),
            (std::vector<std::string>{"make_b"}));
  EXPECT_EQ(names_in("struct X { int y; };\ninline auto make_c() { return X{}; }"),
            (std::vector<std::string>{"make_c"}));
}

TEST(RegistryScan, tells_overloads_apart_and_takes_a_repeated_declaration_for_one) {
  EXPECT_EQ(names_in("X make_a(int x);\nX make_a(double x);\nX make_a( int x ) { return {}; }"),
            (std::vector<std::string>{"make_a", "make_a"}));
  EXPECT_EQ(names_in("template <Rows T> X make_a(T x) {}\ntemplate <Number T> X make_a(T x) {}"),
            (std::vector<std::string>{"make_a", "make_a"}));
}

TEST(RegistryScan, is_not_led_astray_by_calls_members_comments_and_literals) {
  EXPECT_TRUE(names_in("namespace scrim { auto then_a() { return make_a(1); } }").empty());
  EXPECT_TRUE(names_in("struct S { X make_a(int); };").empty());
  EXPECT_TRUE(names_in("// make_a(x)\n/* X make_a(int); */\n#define Y make_a(1)").empty());
  EXPECT_TRUE(names_in("const char* text = \"} make_a(\";\nchar c = '{';").empty());
  EXPECT_EQ(names_in("const char c = '{';\nX make_a();"), (std::vector<std::string>{"make_a"}));
}

TEST(Tightness, takes_a_slack_only_from_the_caveats_of_a_proof) {
  const auto folder = "src/scrim/transformations/quantile_score_candidates";
  EXPECT_TRUE(proof_names(folder, "Not tight for `d_in` greater than what a dataset\n of the"));
  EXPECT_FALSE(proof_names(folder, "To be minimised"));
  EXPECT_FALSE(proof_names(folder, "1-Lipschitz"));  // in its Proof, not in its Caveats
  EXPECT_FALSE(proof_names(folder, ""));
}

class WriteTightnessTable : public testing::Environment {
 public:
  void TearDown() override {
    if (const char* file = std::getenv("SCRIM_TIGHTNESS_TABLE")) {
      std::ofstream(file) << tightness_table();
    }
  }
};

[[maybe_unused]] const auto* const write_tightness_table =
    testing::AddGlobalTestEnvironment(new WriteTightnessTable);

}  // namespace
}  // namespace scrim::test

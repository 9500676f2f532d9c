"""Tests of how numbers and tables are written."""

import unittest

from side_by_side.table import digits, duration, markdown_table, times


class Digits(unittest.TestCase):
    def test_are_three(self):
        for value, text in (
            (1.0, "1.00"),
            (2.4999, "2.50"),
            (9.994, "9.99"),
            (9.996, "10.0"),
            (99.96, "100"),
            (123.4, "123"),
            (0.2468, "0.247"),
            (0.00042, "0.0004"),
            (0.0, "0"),
        ):
            self.assertEqual(digits(value), text)

    def test_of_thousands_are_set_apart(self):
        self.assertEqual(digits(999.6), "1 000")
        self.assertEqual(digits(223_922), "224 000")


class Durations(unittest.TestCase):
    def test_pick_the_unit(self):
        for nanoseconds, text in (
            (0.5, "0.500 ns"),
            (999.7, "1.00 us"),
            (1234, "1.23 us"),
            (20.5e6, "20.5 ms"),
            (8.7e9, "8.70 s"),
        ):
            self.assertEqual(duration(nanoseconds), text)


class Times(unittest.TestCase):
    def test_are_left_out_where_nothing_was_compared(self):
        self.assertEqual(times(None), "")
        self.assertEqual(times(25.04), "25.0x")


class Tables(unittest.TestCase):
    def test_set_text_to_the_left_and_numbers_to_the_right(self):
        self.assertEqual(
            markdown_table(["who", "median"], [["Scrim", "1 ms"], ["", "2 ms"]]),
            "| who | median |\n| --- | ---: |\n| Scrim | 1 ms |\n|  | 2 ms |",
        )

    def test_refuse_a_row_that_does_not_fit(self):
        with self.assertRaises(ValueError):
            markdown_table(["who", "median"], [["Scrim"]])


if __name__ == "__main__":
    unittest.main()

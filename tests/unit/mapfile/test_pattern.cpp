// SPDX-License-Identifier: MIT
#include "mapfile/pattern.hpp"

#include "base/error.hpp"
#include "unit/processor_time.hpp"

#include <doctest/doctest.h>

#include <chrono>

using namespace ms;
using mapfile::Pattern;

// POSIX 1003.1-2017, 9.4 and 9.1: the leftmost of all matches, and of those the longest.
TEST_CASE("patterns: a part matches, or all of a text")
{
    struct Row {
        char const* pattern;
        char const* text;
        bool is_in;
        bool is_all;
    };
    for (auto const& [pattern, text, is_in, is_all] : {
             Row{"b+", "abba", true, false},
             Row{"^b", "ab", false, false},
             Row{"^a|b$", "ab", true, false},
             Row{"a|ab", "ab", true, true},
             Row{"^[0-9]+$", "12", true, true},
             Row{"^[0-9]+$", "12x", false, false},
             Row{"^[0-9]+", "12x", true, false},
             Row{"a\\$", "a$", true, true},
             Row{"^a\\$", "xa$", false, false},
             Row{"b", "a\nb", true, false},
             Row{"^.*$", "a\nb", true, true},
             Row{"", "", true, true},
             Row{"", "a", true, false},
             Row{"x", "\xff\xfex", true, false},
             Row{"(a|b)\\1", "cbb", true, false},
             Row{"(a|b)\\1", "bb", true, true},
             Row{"(a|b)\\1", "ba", false, false},
         }) {
        CAPTURE(pattern);
        CAPTURE(text);
        CHECK(Pattern{pattern}.is_in(text) == is_in);
        CHECK(Pattern{pattern}.is_all_of(text) == is_all);
    }
    CHECK_THROWS_AS(Pattern{"a)b("}, Error);
    CHECK_THROWS_AS(Pattern{"["}, Error);
}

TEST_CASE("patterns: a NUL does not cut an expression in two")
{
    CHECK_THROWS_AS(Pattern(std::string("a\0[b]*", 7)), Error);
}

TEST_CASE("patterns: a long text is read once, and an expression that refers back has a limit")
{
    test::ProcessorTime const time;
    std::string const text(65536, 'a'); // tried at every character: two minutes
    for (auto const* const pattern : {"a+b", "(a|aa)+b", "([a-z]*)*!", "(a*)*\\1b"}) {
        CAPTURE(pattern);
        CHECK_FALSE(Pattern{pattern}.is_in(text));
        CHECK_FALSE(Pattern{pattern}.is_all_of(text));
    }
    CHECK(time.used() < std::chrono::seconds{60});
}

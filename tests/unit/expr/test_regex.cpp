// SPDX-License-Identifier: MIT
#include "expr/regex.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using ms::expr::Regex;

TEST_CASE("regex: a pattern that explodes gives up instead of running on")
{
    Regex regex{"^(a+)+$", false};
    std::string const text(50, 'a');
    CHECK(regex.matches(text));
    for (int i = 0; i < 1000; ++i) { // before and after it was compiled to machine code
        REQUIRE_FALSE(regex.matches(text + "b"));
    }
}

TEST_CASE("regex: answers stay the same after it was compiled to machine code")
{
    Regex regex{"^(primary|secondary)(_link)?$", false};
    for (int i = 0; i < 2000; ++i) {
        REQUIRE(regex.matches("primary_link"));
        REQUIRE_FALSE(regex.matches("primary_lin"));
    }
}

TEST_CASE("regex: malformed UTF-8 in a text neither matches nor crashes")
{
    Regex dot{"^.$", false};
    CHECK(dot.matches("\xC3\xA4"));
    CHECK_FALSE(dot.matches("\xC3"));
    CHECK_FALSE(dot.matches("\xFF\xFE"));
}

TEST_CASE("regex: one compiled pattern serves threads that match at the same time")
{
    auto const compiled = std::make_shared<ms::expr::CompiledRegex const>("^prim(ary)?$", true);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
            Regex regex{compiled};
            for (int i = 0; i < 2000; ++i) { // before and after it was compiled to machine code
                wrong += regex.matches("PRIMARY") ? 0 : 1;
                wrong += regex.matches("primar") ? 1 : 0;
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(wrong == 0);
}

TEST_CASE("regex: wildcards find their pieces in long texts, in the first row as in the last")
{
    auto const filler = std::string(200'000, 'x');
    for (auto const* const pattern : {"^.*needle.*$", "^.*x.*needle.*$", "^.*ne.dle.*x$"}) {
        CAPTURE(pattern);
        Regex regex{pattern, false};
        auto const text = "needle " + filler;
        auto const expected = std::string{pattern} != "^.*x.*needle.*$";
        for (int i = 0; i < 600; ++i) { // before and after it was compiled to machine code
            REQUIRE(regex.matches(text) == expected);
        }
        CHECK(regex.matches(filler + "needle" + filler));
        CHECK_FALSE(regex.matches(filler));
    }
}

TEST_CASE("regex: wildcards match as backtracking would")
{
    // {pattern, text, whether it matches}: the last piece is that at the end.
    struct Row {
        char const* pattern;
        char const* text;
        bool is_match;
    };
    for (auto const& row :
         {Row{"^a.*a$", "a", false}, Row{"^a.*a$", "aa", true}, Row{"^.*ab.*ab$", "ab", false},
          Row{"^.*ab.*ab$", "xabab", true}, Row{"^a.*b.*c$", "a b c b c", true},
          Row{"^a.*b.*c$", "a c b", false}, Row{"^.*.b$", "b", false},
          Row{"^.*.b$",
              "\xC3\xA4"
              "b",
              true},
          Row{"^.*\\.png$", "x.png", true}, Row{"^.*\\.png$", "xpng", false},
          Row{"^.*\\d$", "x7", true}, Row{"^.*x+$", "axx", true}, Row{"^.*(a|b)$", "xb", true},
          Row{"^$", "", true}, Row{"^.*$", "", true}, Row{"^.*.*$", "x", true},
          Row{"^a\\$", "a$", true}}) {
        CAPTURE(row.pattern);
        CAPTURE(row.text);
        CHECK(Regex{row.pattern, false}.matches(row.text) == row.is_match);
    }
}

TEST_CASE("regex: repeated groups in long texts have one answer for all rows")
{
    Regex regex{"^(ab)*$", false};
    std::string text;
    for (int i = 0; i < 3000; ++i) {
        text += "ab";
    }
    auto const first = regex.matches(text); // the limits decide
    for (int i = 0; i < 600; ++i) {
        REQUIRE(regex.matches(text) == first);
    }
}

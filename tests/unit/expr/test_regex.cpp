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

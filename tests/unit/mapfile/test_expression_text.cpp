// SPDX-License-Identifier: MIT
#include "mapfile/expression_text.hpp"

#include <doctest/doctest.h>

using namespace ms::mapfile;

namespace {

void check(std::string_view text, ExpressionKind kind, std::string_view inside, bool ignores_case)
{
    CAPTURE(text);
    auto const read = expression_of_text(text);
    REQUIRE(read);
    CHECK(read->kind == kind);
    CHECK(read->text == inside);
    CHECK(read->ignore_case == ignores_case);
}

} // namespace

TEST_CASE("expression text: brackets say what it is")
{
    check("([a] > 1)", ExpressionKind::Logical, "([a] > 1)", false);
    check("/^a/i", ExpressionKind::Regex, "^a", true);
    check("{a,b}", ExpressionKind::List, "a,b", false);
    check(R"("a")", ExpressionKind::String, "a", false);
    check("'a'i", ExpressionKind::String, "a", true);
    check(" /a/ ", ExpressionKind::Regex, "a", false);
}

TEST_CASE("expression text: other texts are strings as they are")
{
    check("a i", ExpressionKind::String, "a i", false);
    check(" a ", ExpressionKind::String, " a ", false);
    check("", ExpressionKind::String, "", false);
}

TEST_CASE("expression text: brackets must be closed")
{
    for (auto const* const text : {"(a", "/a", "{a", "\"a", "'a", "(", "\"", "/i"}) {
        CAPTURE(text);
        CHECK(!expression_of_text(text));
    }
}

TEST_CASE("expression text: what is written is read as the same")
{
    for (auto const* const text : {"([a] > 1)", "/^a/i", "/a/", "{a,b}", "\"a\"", "\"a\"i"}) {
        CHECK(text_of(*expression_of_text(text)) == text);
    }
    CHECK(text_of(Expression{}).empty());
}

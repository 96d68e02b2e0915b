// SPDX-License-Identifier: MIT
// Expected tokens: those of MapServer 8.0.0, observed through its MapScript.
#include "mapfile/lexer.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace ms::mapfile;

struct Read {
    TokenTexts texts;
    std::vector<Token> tokens;

    explicit Read(std::string_view text)
    {
        Lexer lexer{text, 0, texts};
        for (Token token = lexer.next(); token.kind != TokenKind::EndOfText; token = lexer.next()) {
            tokens.push_back(token);
        }
    }
};

/// The only token of a text.
struct One : Read {
    explicit One(std::string_view text) : Read(text) { REQUIRE(tokens.size() == 1); }
    [[nodiscard]] TokenKind kind() const { return tokens[0].kind; }
    [[nodiscard]] std::string text() const { return std::string{tokens[0].text}; }
};

} // namespace

TEST_CASE("words: letters, a dot or a slash first, then digits, _ - = too")
{
    CHECK(One{"proj=utm"}.kind() == TokenKind::Word);
    CHECK(One{"../data/a_b-1.shp"}.text() == "../data/a_b-1.shp");
    CHECK(One{"/data/a/"}.kind() == TokenKind::Word);
}

TEST_CASE("words: a leading underscore is invalid")
{
    Read const read{"_a"};
    CHECK(read.tokens.at(0).kind == TokenKind::Bad);
}

TEST_CASE("numbers: signs are glued to digits, a point may come first, exponents count")
{
    for (auto const* const text : {"5", "-5", ".5", "-.5", "5.", "5e1", "5E-3", "1e+20"}) {
        CAPTURE(text);
        CHECK(One{text}.kind() == TokenKind::Number);
        CHECK(One{text}.text() == text);
    }
}

TEST_CASE("numbers: letters directly after a number begin a word")
{
    Read const read{"123abc"};
    REQUIRE(read.tokens.size() == 2);
    CHECK(read.tokens[0].text == "123");
    CHECK(read.tokens[1].text == "abc");
}

TEST_CASE("strings: a backslash speaks before quotes and backslashes only")
{
    CHECK(One{R"("a\tb\"c")"}.text() == R"(a\tb"c)");
    CHECK(One{R"('a"b\'c')"}.text() == R"(a"b'c)");
    CHECK(One{R"("a\\b")"}.text() == R"(a\b)");
    CHECK(One{R"("C:\data")"}.text() == R"(C:\data)");
}

TEST_CASE("strings: run over lines")
{
    CHECK(One{"\"a\nb\""}.text() == "a\nb");
}

TEST_CASE("strings: the suffix i makes comparisons case-insensitive")
{
    CHECK(One{"\"a\"i"}.tokens[0].ignores_case);
    CHECK_FALSE(One{"\"a\""}.tokens[0].ignores_case);
    CHECK(Read{"\"a\"intervals"}.tokens.size() == 2);
}

TEST_CASE("strings: without the closing quote nothing after it is read")
{
    Read const read{"NAME \"abc\n END"};
    REQUIRE(read.tokens.size() == 2);
    CHECK(read.tokens[1].kind == TokenKind::Bad);
    CHECK(read.tokens[1].at.column == 6);
}

TEST_CASE("regular expressions: between slashes, with i; a longer path is a word")
{
    CHECK(One{"/ab/"}.kind() == TokenKind::Regex);
    CHECK(One{"/ab/"}.text() == "ab");
    CHECK(One{"/a b/"}.kind() == TokenKind::Regex);
    CHECK(One{"/ab/i"}.tokens[0].ignores_case);
    CHECK(One{"/a/b/"}.kind() == TokenKind::Word);
}

TEST_CASE("expressions: to the last parenthesis of the line")
{
    CHECK(One{"([a] = 1) and (x)"}.text() == "([a] = 1) and (x)");
    CHECK(Read{"([a] = 1\n)"}.tokens.at(0).kind == TokenKind::Bad);
}

TEST_CASE("lists: as written between the braces, on one line")
{
    CHECK(One{"{a, b}"}.text() == "a, b");
    CHECK(Read{"{a\n,b}"}.tokens.at(0).kind == TokenKind::Bad);
}

TEST_CASE("bindings: the name between brackets")
{
    CHECK(One{"[name]"}.kind() == TokenKind::Binding);
    CHECK(One{"[name]"}.text() == "name");
}

TEST_CASE("comments: #, // and /* */, but not in strings")
{
    Read const read{"a # x\n\"b#c//d\" // com /x\n/* e\nf */ g#h"};
    REQUIRE(read.tokens.size() == 3);
    CHECK(read.tokens[1].text == "b#c//d");
    CHECK(read.tokens[2].text == "g");
}

TEST_CASE("positions: lines and columns start at 1, also after a byte order mark and CRLF")
{
    Read const read{"\xEF\xBB\xBFMAP\r\n  NAME 'x'"};
    REQUIRE(read.tokens.size() == 3);
    CHECK(read.tokens[0].at.column == 1);
    CHECK(read.tokens[1].at.line == 2);
    CHECK(read.tokens[1].at.column == 3);
    CHECK(read.tokens[2].at.column == 8);
}

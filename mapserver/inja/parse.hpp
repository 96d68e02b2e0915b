// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses the text of a template to a tree.

#include "inja/lexer.hpp"
#include "inja/tree.hpp"

#include <optional>
#include <string_view>

namespace ms::inja {

/// \throws PublicError with the place
[[nodiscard]] Template parse(Source source);

/// The id of a function and the number of its arguments. -1: any number.
struct FunctionRow {
    std::string_view name;
    Function function;
    int arguments;
};
/// nullopt for an unknown name.
[[nodiscard]] std::optional<FunctionRow> find_function(std::string_view name);

/// Names of a path: "a.b/0" has three.
[[nodiscard]] Path to_path(std::string_view name);

/// Reads expressions between brackets.
class ExpressionParser {
public:
    explicit ExpressionParser(Lexer lexer) : m_lexer(lexer) { advance(); }

    [[nodiscard]] Expression parse() { return piped(); }
    /// Skips a word or sign if it is next, and returns whether it was.
    bool take(std::string_view text);
    /// \throws PublicError naming the expected sign
    void expect(std::string_view text);
    [[nodiscard]] std::string take_name(std::string_view what);
    [[nodiscard]] std::string take_text();
    void expect_end();
    [[nodiscard]] Token const& token() const noexcept { return m_token; }
    [[noreturn]] void fail(std::string_view message) const
    {
        m_lexer.fail(m_token.offset, message);
    }

private:
    class Level;

    void advance() { m_token = m_lexer.next(); }
    [[nodiscard]] bool is(std::string_view text) const
    {
        return (m_token.kind == TokenKind::Sign || m_token.kind == TokenKind::Name) &&
               m_token.text == text;
    }
    void count_operator();
    [[nodiscard]] Expression piped();
    [[nodiscard]] Expression binary(int precedence);
    [[nodiscard]] Expression unary();
    [[nodiscard]] Expression atom();
    [[nodiscard]] Expression number(bool is_negative);
    [[nodiscard]] Expression named();
    [[nodiscard]] Expression call(std::string const& name, std::size_t offset,
                                  std::vector<Expression> arguments);
    [[nodiscard]] std::vector<Expression> items_until(std::string_view closing);
    [[nodiscard]] Expression object();

    Lexer m_lexer;
    Token m_token;
    int m_depth = 0;
    int m_operators = 0;
};

} // namespace ms::inja

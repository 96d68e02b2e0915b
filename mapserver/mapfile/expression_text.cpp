// SPDX-License-Identifier: MIT
#include "mapfile/expression_text.hpp"

#include "base/string.hpp"

namespace ms::mapfile {

namespace {

/// None of a text that has no brackets.
ExpressionKind kind_of_bracket(char bracket) noexcept
{
    switch (bracket) {
    case '(':
        return ExpressionKind::Logical;
    case '{':
        return ExpressionKind::List;
    case '/':
        return ExpressionKind::Regex;
    case '"':
    case '\'':
        return ExpressionKind::String;
    default:
        return ExpressionKind::None;
    }
}

} // namespace

std::optional<Expression> expression_of_text(std::string_view text)
{
    auto source = trim(text);
    auto const first = source.empty() ? '\0' : source.front();
    Expression expression{.kind = kind_of_bracket(first), .text = {}};
    if (expression.kind == ExpressionKind::None) {
        return Expression{.kind = ExpressionKind::String, .text = std::string{text}};
    }
    bool const may_have_suffix = first != '(' && first != '{';
    if (may_have_suffix && source.size() > 2 && source.ends_with('i') &&
        source[source.size() - 2] == first) {
        expression.ignore_case = true;
        source.remove_suffix(1);
    }
    auto const last = first == '(' ? ')' : first == '{' ? '}' : first;
    if (source.size() < 2 || source.back() != last) {
        return std::nullopt;
    }
    // A condition keeps its brackets.
    expression.text = first == '(' ? source : source.substr(1, source.size() - 2);
    return expression;
}

std::string text_of(Expression const& expression)
{
    std::string const suffix = expression.ignore_case ? "i" : "";
    switch (expression.kind) {
    case ExpressionKind::None:
        break;
    case ExpressionKind::String:
        return '"' + expression.text + '"' + suffix;
    case ExpressionKind::Regex:
        return '/' + expression.text + '/' + suffix;
    case ExpressionKind::List:
        return '{' + expression.text + '}';
    case ExpressionKind::Logical:
        return expression.text;
    }
    return {};
}

} // namespace ms::mapfile

// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "inja/parse.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace ms::inja {

namespace {

constexpr int max_depth = 300;     ///< of recursive calls of the parser
constexpr int max_operators = 500; ///< of one expression: each makes its tree deeper

struct Operator {
    std::string_view sign;
    Function function;
    int precedence;
};

/// Observed with MapServer 8.0: "and" and "or" have the same precedence, and are read from the
/// left.
constexpr std::array<Operator, 15> operators{{{"or", Function::Or, 1},
                                              {"and", Function::And, 1},
                                              {"in", Function::In, 2},
                                              {"==", Function::Equal, 2},
                                              {"!=", Function::NotEqual, 2},
                                              {"<", Function::Less, 2},
                                              {"<=", Function::LessEqual, 2},
                                              {">", Function::Greater, 2},
                                              {">=", Function::GreaterEqual, 2},
                                              {"+", Function::Add, 3},
                                              {"-", Function::Subtract, 3},
                                              {"*", Function::Multiply, 4},
                                              {"/", Function::Divide, 4},
                                              {"%", Function::Modulo, 4},
                                              {"^", Function::Power, 5}}};
constexpr int power_precedence = 5;

Operator const* find_operator(Token const& token)
{
    if (token.kind != TokenKind::Sign && token.kind != TokenKind::Name) {
        return nullptr;
    }
    auto const* const found = std::ranges::find(operators, token.text, &Operator::sign);
    return found == operators.end() ? nullptr : found;
}

Expression make_call(Function function, std::size_t offset, std::vector<Expression> arguments)
{
    return {Call{function, std::move(arguments)}, offset};
}

} // namespace

class ExpressionParser::Level {
public:
    explicit Level(ExpressionParser& parser) : m_parser(parser)
    {
        if (++m_parser.m_depth > max_depth) {
            m_parser.fail("the expression is nested too deeply");
        }
    }
    ~Level() { --m_parser.m_depth; }
    Level(Level const&) = delete;
    Level& operator=(Level const&) = delete;

private:
    ExpressionParser& m_parser;
};

Path to_path(std::string_view name)
{
    Path path;
    for (auto const part : split(name, '.')) {
        for (auto const step : split(part, '/')) {
            path.emplace_back(step);
        }
    }
    return path;
}

bool ExpressionParser::take(std::string_view text)
{
    bool const is_there = is(text);
    if (is_there) {
        advance();
    }
    return is_there;
}

void ExpressionParser::expect(std::string_view text)
{
    if (!take(text)) {
        fail("expected '" + std::string{text} + "'");
    }
}

std::string ExpressionParser::take_name(std::string_view what)
{
    if (m_token.kind != TokenKind::Name) {
        fail("expected " + std::string{what});
    }
    auto name = m_token.text;
    advance();
    return name;
}

std::string ExpressionParser::take_text()
{
    if (m_token.kind != TokenKind::Text) {
        fail("expected a text in double quotes");
    }
    auto text = m_token.text;
    advance();
    return text;
}

void ExpressionParser::expect_end()
{
    if (m_token.kind != TokenKind::End) {
        fail("malformed expression");
    }
}

void ExpressionParser::count_operator()
{
    if (++m_operators > max_operators) {
        fail("the expression is too long");
    }
}

Expression ExpressionParser::piped()
{
    Level const level{*this};
    auto value = binary(1);
    while (take("|")) {
        count_operator();
        auto const offset = m_token.offset;
        auto const name = take_name("a function");
        std::vector<Expression> arguments;
        arguments.push_back(std::move(value));
        if (take("(")) {
            std::ranges::move(items_until(")"), std::back_inserter(arguments));
        }
        value = call(name, offset, std::move(arguments));
    }
    return value;
}

Expression ExpressionParser::binary(int precedence)
{
    Level const level{*this};
    auto left = unary();
    for (auto const* found = find_operator(m_token);
         found != nullptr && found->precedence >= precedence; found = find_operator(m_token)) {
        auto const offset = m_token.offset;
        count_operator();
        advance();
        bool const is_right_first = found->precedence == power_precedence;
        auto right = binary(found->precedence + (is_right_first ? 0 : 1));
        std::vector<Expression> both;
        both.push_back(std::move(left));
        both.push_back(std::move(right));
        left = make_call(found->function, offset, std::move(both));
    }
    return left;
}

Expression ExpressionParser::unary()
{
    Level const level{*this};
    auto const offset = m_token.offset;
    bool const is_not = is("not");
    if (!is_not && !is("-")) {
        return atom();
    }
    advance();
    if (!is_not && m_token.kind == TokenKind::Number) {
        return number(true);
    }
    std::vector<Expression> operand;
    operand.push_back(unary());
    return make_call(is_not ? Function::Not : Function::Negate, offset, std::move(operand));
}

Expression ExpressionParser::number(bool is_negative)
{
    auto const text = (is_negative ? "-" : "") + m_token.text;
    auto const offset = m_token.offset;
    std::int64_t integer = 0;
    auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), integer);
    bool const is_integer = problem == std::errc{} && end == text.data() + text.size();
    advance();
    return {is_integer ? Json(integer) : Json(parse_double(text).value_or(0)), offset};
}

Expression ExpressionParser::atom()
{
    auto const offset = m_token.offset;
    if (m_token.kind == TokenKind::Number) {
        return number(false);
    }
    if (m_token.kind == TokenKind::Text) {
        return {Json(take_text()), offset};
    }
    if (m_token.kind == TokenKind::Name) {
        return named();
    }
    if (take("(")) {
        auto inner = piped();
        expect(")");
        return inner;
    }
    if (take("[")) {
        return {List{items_until("]")}, offset};
    }
    if (take("{")) {
        return object();
    }
    fail("expected a value");
}

Expression ExpressionParser::named()
{
    auto const offset = m_token.offset;
    auto const name = take_name("a name");
    if (take("(")) {
        return call(name, offset, items_until(")"));
    }
    if (name == "true" || name == "false") {
        return {Json(name == "true"), offset};
    }
    if (name == "null") {
        return {Json(nullptr), offset};
    }
    return {Variable{name, to_path(name)}, offset};
}

Expression ExpressionParser::call(std::string const& name, std::size_t offset,
                                  std::vector<Expression> arguments)
{
    auto const row = find_function(name);
    if (!row) {
        m_lexer.fail(offset, "unknown function \"" + name + "\"");
    }
    if (row->arguments >= 0 && arguments.size() != static_cast<std::size_t>(row->arguments)) {
        m_lexer.fail(offset, "function \"" + name + "\" takes " + std::to_string(row->arguments) +
                                 " arguments, not " + std::to_string(arguments.size()));
    }
    return make_call(row->function, offset, std::move(arguments));
}

std::vector<Expression> ExpressionParser::items_until(std::string_view closing)
{
    std::vector<Expression> items;
    if (take(closing)) {
        return items;
    }
    do {
        items.push_back(piped());
    } while (take(","));
    expect(closing);
    return items;
}

Expression ExpressionParser::object()
{
    Level const level{*this};
    Object object;
    auto const offset = m_token.offset;
    if (!take("}")) {
        do {
            auto name = take_text();
            expect(":");
            object.members.emplace_back(std::move(name), piped());
        } while (take(","));
        expect("}");
    }
    return {std::move(object), offset};
}

} // namespace ms::inja

// SPDX-License-Identifier: MIT
#include "cql2/parse.hpp"

#include "base/string.hpp"
#include "cql2/lexer.hpp"
#include "cql2/refuse.hpp"
#include "geometry/wkt.hpp"

#include <algorithm>
#include <array>

namespace ms::cql2 {

namespace {

constexpr int deepest = 180; ///< parentheses, NOT and signs in each other

constexpr std::array<std::string_view, 7> wkt_types{
    "POINT",           "LINESTRING",   "POLYGON",           "MULTIPOINT",
    "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"};

constexpr std::array<std::string_view, 10> words{"and", "or", "not",  "like", "between",
                                                 "in",  "is", "null", "true", "false"};

/// Recursive descent; each function reads one level of OGC 21-065r2's BNF.
class Parser {
public:
    explicit Parser(std::string_view text) : m_lexer(text) { advance(); }

    Term parse()
    {
        auto term = any_of();
        if (m_token.kind != TokenKind::End) {
            unexpected();
        }
        return term;
    }

private:
    /// Counts the recursion depth of the parser.
    class Level {
    public:
        explicit Level(Parser& parser) : m_parser(parser)
        {
            if (++m_parser.m_depth > deepest) {
                m_parser.m_lexer.fail(m_parser.m_token.offset, "nested too deeply");
            }
        }
        ~Level() { --m_parser.m_depth; }
        Level(Level const&) = delete;
        Level& operator=(Level const&) = delete;

    private:
        Parser& m_parser;
    };

    void advance() { m_token = m_lexer.next(); }

    bool is_sign(std::string_view sign) const
    {
        return m_token.kind == TokenKind::Sign && m_token.text == sign;
    }
    bool is_word(std::string_view word) const
    {
        return m_token.kind == TokenKind::Identifier && equals_ignoring_case(m_token.text, word);
    }
    bool take_sign(std::string_view sign)
    {
        bool const is_there = is_sign(sign);
        if (is_there) {
            advance();
        }
        return is_there;
    }
    bool take_word(std::string_view word)
    {
        bool const is_there = is_word(word);
        if (is_there) {
            advance();
        }
        return is_there;
    }

    [[noreturn]] void unexpected(std::string_view instead_of = {}) const
    {
        std::string const message = "syntax error, unexpected " + name_of_token();
        m_lexer.fail(m_token.offset, instead_of.empty()
                                         ? message
                                         : message + ", expecting " + std::string{instead_of});
    }

    std::string name_of_token() const
    {
        bool const is_reserved =
            std::ranges::any_of(words, [&](auto word) { return is_word(word); });
        switch (m_token.kind) {
        case TokenKind::End:
            return "end of string";
        case TokenKind::Number:
            return "number";
        case TokenKind::Text:
            return "string";
        case TokenKind::Identifier:
            return is_reserved ? to_upper(m_token.text) : "identifier";
        case TokenKind::Quoted:
            return "identifier";
        case TokenKind::Sign:
            return "'" + m_token.text + "'";
        }
        return {};
    }

    void expect(std::string_view sign)
    {
        if (!take_sign(sign)) {
            unexpected("'" + std::string{sign} + "'");
        }
    }

    /// Operands separated by the same word, as one operation.
    template <typename Operand>
    Term chain(std::string_view word, Operand const& operand)
    {
        auto first = operand();
        if (!is_word(word)) {
            return first;
        }
        std::vector<Term> all;
        all.push_back(std::move(first));
        while (take_word(word)) {
            all.push_back(operand());
        }
        return make_operation(std::string{word}, std::move(all));
    }

    Term any_of()
    {
        Level const level{*this};
        return chain("or", [&] { return chain("and", [&] { return factor(); }); });
    }

    Term factor()
    {
        Level const level{*this};
        if (!take_word("not")) {
            return predicate();
        }
        return operation("not", factor());
    }

    Term predicate()
    {
        constexpr std::array<std::string_view, 6> comparisons{"=", "<>", "<", "<=", ">", ">="};
        auto left = sum();
        if (auto const* const sign = std::ranges::find_if(
                comparisons, [&](std::string_view each) { return is_sign(each); });
            sign != comparisons.end()) {
            advance();
            return operation(*sign, std::move(left), sum());
        }
        if (take_word("is")) {
            return is_null(std::move(left));
        }
        bool const is_negated = take_word("not");
        if (take_word("like")) {
            return negated(is_negated, operation("like", std::move(left), sum()));
        }
        if (take_word("between")) {
            auto low = sum();
            if (!take_word("and")) {
                unexpected("AND");
            }
            return negated(is_negated,
                           operation("between", std::move(left), std::move(low), sum()));
        }
        if (take_word("in")) {
            expect("(");
            auto list = make_operation({}, arguments(), TermKind::List);
            return negated(is_negated, operation("in", std::move(left), std::move(list)));
        }
        if (is_negated) {
            unexpected();
        }
        return left;
    }

    Term is_null(Term subject)
    {
        bool const is_negated = take_word("not");
        if (!take_word("null")) {
            unexpected("NULL");
        }
        return negated(is_negated, operation("isnull", std::move(subject)));
    }

    Term sum()
    {
        auto left = product();
        while (is_sign("+") || is_sign("-")) {
            auto const sign = m_token.text;
            advance();
            left = operation(sign, std::move(left), product());
        }
        return left;
    }

    Term product()
    {
        auto left = signed_power();
        while (is_sign("*") || is_sign("/") || is_sign("%") || is_word("div")) {
            auto const sign = to_lower(m_token.text);
            advance();
            left = operation(sign, std::move(left), signed_power());
        }
        return left;
    }

    Term signed_power()
    {
        Level const level{*this};
        if (take_sign("+")) {
            return signed_power();
        }
        return take_sign("-") ? operation("negate", signed_power()) : power();
    }

    /// Groups from the right.
    Term power()
    {
        auto base = primary();
        return take_sign("^") ? operation("^", std::move(base), signed_power()) : base;
    }

    Term primary()
    {
        auto const token = m_token;
        switch (token.kind) {
        case TokenKind::Number:
            advance();
            return {.kind = TermKind::Number, .text = token.text, .number = token.number};
        case TokenKind::Text:
            advance();
            return {.kind = TermKind::Text, .text = token.text};
        case TokenKind::Quoted:
            advance();
            return {.kind = TermKind::Property, .text = token.text};
        case TokenKind::Identifier:
            return word();
        default:
            break;
        }
        if (!take_sign("(")) {
            unexpected();
        }
        auto inner = any_of();
        expect(")");
        return inner;
    }

    Term word()
    {
        if (is_word("true") || is_word("false")) {
            double const value = is_word("true") ? 1 : 0;
            advance();
            return {.kind = TermKind::Boolean, .text = {}, .number = value};
        }
        if (std::ranges::any_of(words, [&](auto each) { return is_word(each); })) {
            unexpected();
        }
        auto const name = m_token;
        advance();
        bool const is_wkt = std::ranges::any_of(
            wkt_types, [&](auto type) { return equals_ignoring_case(type, name.text); });
        if (is_wkt && (is_sign("(") || is_word("z") || is_word("m") || is_word("zm"))) {
            return wkt(name);
        }
        if (!take_sign("(")) {
            return {.kind = TermKind::Property, .text = name.text};
        }
        return call(name, arguments());
    }

    /// Reads the arguments after an opening parenthesis; there may be none.
    std::vector<Term> arguments()
    {
        std::vector<Term> all;
        if (take_sign(")")) {
            return all;
        }
        do {
            all.push_back(any_of());
        } while (take_sign(","));
        expect(")");
        return all;
    }

    Term call(Token const& name, std::vector<Term> arguments)
    {
        auto const function = to_lower(name.text);
        if (function == "date" || function == "timestamp") {
            if (arguments.size() != 1 || arguments[0].kind != TermKind::Text) {
                m_lexer.fail(name.offset,
                             "syntax error, " + to_upper(function) + " takes one string");
            }
            return {.kind = function == "date" ? TermKind::Date : TermKind::Timestamp,
                    .text = std::move(arguments[0].text)};
        }
        if (function == "bbox" || function == "envelope") {
            return box(name, arguments);
        }
        if (function == "interval") {
            return make_operation({}, std::move(arguments), TermKind::Interval);
        }
        return make_operation(function, std::move(arguments));
    }

    Term box(Token const& name, std::vector<Term> const& arguments)
    {
        std::vector<double> numbers;
        for (auto const& argument : arguments) {
            bool const is_negative =
                argument.kind == TermKind::Operation && argument.text == "negate";
            auto const& value = is_negative ? argument.arguments.front() : argument;
            if (value.kind != TermKind::Number) {
                m_lexer.fail(name.offset, "syntax error, BBOX takes numbers");
            }
            numbers.push_back(is_negative ? -value.number : value.number);
        }
        return make_box(numbers);
    }

    Term wkt(Token const& type)
    {
        auto const text = m_lexer.rest_of_wkt(type);
        auto shape = std::make_shared<geometry::GeometryColumn>();
        if (text.empty() || !geometry::append_wkt(text, geometry::Kind::None, *shape)) {
            m_lexer.fail(type.offset, "syntax error, malformed geometry");
        }
        advance();
        return {.kind = TermKind::Geometry, .text = {}, .shape = std::move(shape)};
    }

    template <typename... Terms>
    static Term operation(std::string_view name, Terms... terms)
    {
        std::vector<Term> all;
        (all.push_back(std::move(terms)), ...);
        return make_operation(std::string{name}, std::move(all));
    }

    static Term negated(bool is_negated, Term term)
    {
        return is_negated ? operation("not", std::move(term)) : term;
    }

    Lexer m_lexer;
    Token m_token;
    int m_depth = 0;
};

} // namespace

Term parse_text(std::string_view filter)
{
    return Parser{filter}.parse();
}

} // namespace ms::cql2

// SPDX-License-Identifier: MIT
#include "expr/expression.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/thread_counts.hpp"
#include "expr/build.hpp"
#include "expr/lexer.hpp"
#include "expr/operators.hpp"
#include "expr/time.hpp"

#include <utility>

namespace ms::expr {

namespace {

// Limit of nested parentheses and operators. Trees are at most 200 high (build.cpp) and printed
// with at most one pair of parentheses around each operand, so that a printed expression can be
// parsed.
constexpr int deepest = 420;
constexpr std::size_t longest = std::size_t{1} << 20U; ///< bytes

/// Precedence climbing over the tokens of one expression.
class Parser {
public:
    explicit Parser(std::string_view text) : m_lexer(text) { advance(); }

    NodePtr parse()
    {
        auto node = expression(rank_or);
        if (m_token.kind != TokenKind::End) {
            fail_at(m_token.offset, "unexpected \"" + m_token.text + "\"");
        }
        return node;
    }

private:
    void advance() { m_token = m_lexer.next(); }

    bool is_sign(std::string_view sign) const
    {
        return m_token.kind == TokenKind::Sign && m_token.text == sign;
    }

    bool is_word(std::string_view word) const
    {
        return m_token.kind == TokenKind::Word && m_token.text == word;
    }

    void expect(std::string_view sign)
    {
        if (!is_sign(sign)) {
            fail_at(m_token.offset, "expected " + std::string{sign});
        }
        advance();
    }

    OperatorName const* binary_operator() const
    {
        bool const may_be = m_token.kind == TokenKind::Sign || m_token.kind == TokenKind::Word;
        return may_be ? find_binary_operator(m_token.text) : nullptr;
    }

    Function const* infix_function() const
    {
        auto const* const function =
            m_token.kind == TokenKind::Word ? find_function(m_token.text) : nullptr;
        return function != nullptr && function->is_infix ? function : nullptr;
    }

    /// Operands and operators of this rank or a higher one.
    NodePtr expression(int min_rank)
    {
        if (++m_depth > deepest) {
            fail_at(m_token.offset, "nested too deeply");
        }
        auto left = prefix(min_rank);
        for (;;) {
            auto const offset = m_token.offset;
            auto const* const function = infix_function();
            auto const* const row = binary_operator();
            if (function != nullptr && rank_spatial >= min_rank) {
                advance();
                left =
                    build_call(*function, {std::move(left), expression(rank_spatial + 1)}, offset);
            } else if (row != nullptr && row->rank >= min_rank) {
                advance();
                left = with_right_operand(*row, std::move(left), offset);
            } else {
                break;
            }
        }
        --m_depth;
        return left;
    }

    /// a or b or c at once: one by one, each would copy all that came before it.
    NodePtr chain(OperatorName const& row, NodePtr left, std::size_t offset)
    {
        std::vector<NodePtr> operands{std::move(left)};
        auto at = offset;
        for (;;) {
            operands.push_back(build_operand(row.op, expression(row.rank + 1), at));
            at = m_token.offset;
            auto const* const next = binary_operator();
            if (next == nullptr || next->op != row.op) {
                return build_operation(row.op, std::move(operands), offset);
            }
            advance();
        }
    }

    NodePtr with_right_operand(OperatorName const& row, NodePtr left, std::size_t offset)
    {
        if (row.op == Operator::Match || row.op == Operator::MatchIgnoringCase) {
            return match(row.op, std::move(left), offset);
        }
        bool const is_chain = row.op == Operator::Or || row.op == Operator::And ||
                              (row.op == Operator::Add && left->type == Type::Text);
        if (is_chain) {
            return chain(row, std::move(left), offset);
        }
        // ^ groups from the right, everything else from the left.
        auto right = expression(row.op == Operator::Power ? row.rank : row.rank + 1);
        if (row.op == Operator::In) {
            return build_in(std::move(left), std::move(right), offset);
        }
        return row.rank == rank_compare
                   ? build_comparison(row.op, std::move(left), std::move(right), offset)
                   : build_operation(row.op, {std::move(left), std::move(right)}, offset);
    }

    /// The pattern is used verbatim: "[a-z]" is not an attribute here.
    NodePtr match(Operator op, NodePtr left, std::size_t offset)
    {
        if (m_token.kind != TokenKind::Text && m_token.kind != TokenKind::TextAttribute) {
            fail_at(m_token.offset, "~ needs a regular expression in quotes");
        }
        auto const pattern = m_token;
        advance();
        return build_match(pattern.ignore_case ? Operator::MatchIgnoringCase : op, std::move(left),
                           pattern.text, offset);
    }

    NodePtr prefix(int min_rank)
    {
        auto const offset = m_token.offset;
        if (min_rank <= rank_not && (is_sign("!") || is_word("not"))) {
            advance();
            return build_operation(Operator::Not, {expression(rank_not)}, offset);
        }
        if (!is_sign("-")) {
            return primary();
        }
        if (m_lexer.is_at_number()) { // a sign without space belongs to the number: -2^2 is 4
            advance();
            return number(-m_token.number);
        }
        advance();
        return build_operation(Operator::Negate, {expression(rank_negate)}, offset);
    }

    NodePtr number(double value)
    {
        advance();
        return make_node(NumberLiteral{value}, Type::Number);
    }

    NodePtr primary()
    {
        if (m_token.kind == TokenKind::Word) {
            return word();
        }
        if (is_sign("(")) {
            advance();
            auto node = expression(rank_or);
            expect(")");
            return node;
        }
        auto const token = m_token;
        advance();
        switch (token.kind) {
        case TokenKind::Number:
            return make_node(NumberLiteral{token.number}, Type::Number);
        case TokenKind::Text:
            return make_node(TextLiteral{token.text, token.ignore_case}, Type::Text);
        case TokenKind::Time:
            return time(token);
        case TokenKind::TextAttribute:
            return make_node(Attribute{token.name, Type::Text}, Type::Text);
        case TokenKind::TimeAttribute:
            return make_node(Attribute{token.name, Type::Time}, Type::Time);
        case TokenKind::NumberAttribute:
            return attribute(token.name);
        default:
            fail_at(token.offset, token.kind == TokenKind::End
                                      ? "the expression ends too early"
                                      : "unexpected \"" + token.text + "\"");
        }
    }

    static NodePtr time(Token const& token)
    {
        if (!parse_time(token.text)) {
            fail_at(token.offset, "\"" + token.text + "\" is no time");
        }
        return make_node(TimeLiteral{token.text}, Type::Time);
    }

    static NodePtr attribute(std::string const& name)
    {
        if (equals_ignoring_case(name, "shape")) {
            return make_node(ShapeOfFeature{}, Type::Shape);
        }
        if (equals_ignoring_case(name, "map_cellsize")) {
            return make_node(MapCellSize{}, Type::Number);
        }
        return make_node(Attribute{name, Type::Number}, Type::Number);
    }

    NodePtr word()
    {
        if (is_word("true") || is_word("false")) {
            double const value = is_word("true") ? 1 : 0;
            advance();
            return make_node(NumberLiteral{value}, Type::Boolean);
        }
        auto const offset = m_token.offset;
        auto const* const function = find_function(m_token.text);
        if (function == nullptr) {
            fail_at(offset, "unknown word \"" + m_token.text + "\"");
        }
        advance();
        expect("(");
        std::vector<NodePtr> arguments{expression(rank_or)};
        while (is_sign(",")) {
            advance();
            arguments.push_back(expression(rank_or));
        }
        expect(")");
        return build_call(*function, std::move(arguments), offset);
    }

    Lexer m_lexer;
    Token m_token;
    int m_depth = 0;
};

void check_length(std::string_view text)
{
    if (text.size() > longest) {
        throw Error{ErrorKind::BadMapfile, "the expression is longer than 1 MiB"};
    }
}

} // namespace

Expression parse(std::string_view text)
{
    ++thread_counts().expressions_parsed;
    check_length(text);
    return Expression{Parser{text}.parse()};
}

Expression parse_text_template(std::string_view text)
{
    ++thread_counts().expressions_parsed;
    check_length(text);
    std::vector<NodePtr> pieces;
    std::string literal;
    auto const end_literal = [&] {
        if (!literal.empty()) {
            pieces.push_back(make_node(TextLiteral{std::exchange(literal, {})}, Type::Text));
        }
    };
    while (!text.empty()) {
        auto const open = text.find('[');
        auto const close = open == std::string_view::npos ? open : text.find(']', open);
        if (close == std::string_view::npos) {
            break;
        }
        if (close == open + 1) { // "[]" names nothing
            literal.append(text.substr(0, close + 1));
        } else {
            literal.append(text.substr(0, open));
            end_literal();
            std::string name{text.substr(open + 1, close - open - 1)};
            pieces.push_back(make_node(Attribute{std::move(name), Type::Text}, Type::Text));
        }
        text.remove_prefix(close + 1);
    }
    literal.append(text);
    end_literal();
    if (pieces.size() > 1) {
        return Expression{make_node(Operation{Operator::Add, std::move(pieces)}, Type::Text)};
    }
    return Expression{pieces.empty() ? make_node(TextLiteral{}, Type::Text) : pieces.front()};
}

} // namespace ms::expr

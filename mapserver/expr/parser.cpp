// SPDX-License-Identifier: MIT
#include "expr/expression.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/functions.hpp"
#include "expr/lexer.hpp"
#include "expr/regex.hpp"

#include <array>
#include <optional>

namespace ms::expr {

namespace {

constexpr int deepest = 200;                           ///< nested parentheses and operators
constexpr std::size_t longest = std::size_t{1} << 20U; ///< bytes

struct BinaryOperator {
    std::string_view sign; ///< or word, lower case
    Operator op;
    int rank; ///< binds tighter the higher
};

// Precedence of the reference: OR, AND, NOT, comparisons, (spatial), + -, * / %, unary -, ^.
constexpr int rank_or = 1, rank_and = 2, rank_not = 3, rank_compare = 4, rank_spatial = 5,
              rank_add = 6, rank_multiply = 7, rank_negate = 8, rank_power = 9;
constexpr std::array binary_operators{
    BinaryOperator{"or", Operator::Or, rank_or},
    BinaryOperator{"||", Operator::Or, rank_or},
    BinaryOperator{"and", Operator::And, rank_and},
    BinaryOperator{"&&", Operator::And, rank_and},
    BinaryOperator{"=", Operator::Equal, rank_compare},
    BinaryOperator{"==", Operator::Equal, rank_compare},
    BinaryOperator{"eq", Operator::Equal, rank_compare},
    BinaryOperator{"=*", Operator::EqualIgnoringCase, rank_compare},
    BinaryOperator{"!=", Operator::NotEqual, rank_compare},
    BinaryOperator{"<>", Operator::NotEqual, rank_compare},
    BinaryOperator{"ne", Operator::NotEqual, rank_compare},
    BinaryOperator{"<", Operator::Less, rank_compare},
    BinaryOperator{"lt", Operator::Less, rank_compare},
    BinaryOperator{"<=", Operator::LessEqual, rank_compare},
    BinaryOperator{"le", Operator::LessEqual, rank_compare},
    BinaryOperator{">", Operator::Greater, rank_compare},
    BinaryOperator{"gt", Operator::Greater, rank_compare},
    BinaryOperator{">=", Operator::GreaterEqual, rank_compare},
    BinaryOperator{"ge", Operator::GreaterEqual, rank_compare},
    BinaryOperator{"~", Operator::Match, rank_compare},
    BinaryOperator{"~*", Operator::MatchIgnoringCase, rank_compare},
    BinaryOperator{"in", Operator::In, rank_compare},
    BinaryOperator{"+", Operator::Add, rank_add},
    BinaryOperator{"-", Operator::Subtract, rank_add},
    BinaryOperator{"*", Operator::Multiply, rank_multiply},
    BinaryOperator{"/", Operator::Divide, rank_multiply},
    BinaryOperator{"%", Operator::Modulo, rank_multiply},
    BinaryOperator{"^", Operator::Power, rank_power},
};

NodePtr number(double value)
{
    return make_node(NumberLiteral{value}, Type::Number);
}

/// Precedence climbing over the tokens of one expression.
class Parser {
public:
    explicit Parser(std::string_view text) : m_lexer(text) { advance(); }

    NodePtr parse()
    {
        auto node = expression(rank_or);
        if (m_token.kind != TokenKind::End) {
            fail("unexpected \"" + m_token.text + "\"");
        }
        return node;
    }

private:
    [[noreturn]] void fail(std::string const& message) const { fail_at(m_token.offset, message); }

    void advance() { m_token = m_lexer.next(); }
    bool is_sign(std::string_view sign) const
    {
        return m_token.kind == TokenKind::Sign && m_token.text == sign;
    }
    void expect(std::string_view sign)
    {
        if (!is_sign(sign)) {
            fail("expected " + std::string{sign});
        }
        advance();
    }

    BinaryOperator const* binary_operator() const
    {
        if (m_token.kind != TokenKind::Sign && m_token.kind != TokenKind::Word) {
            return nullptr;
        }
        for (auto const& row : binary_operators) {
            if (row.sign == m_token.text) {
                return &row;
            }
        }
        return nullptr;
    }

    NodePtr expression(int least_rank)
    {
        if (++m_depth > deepest) {
            fail("nested too deeply");
        }
        auto left = prefix();
        for (;;) {
            if (auto const* const function = infix_function();
                function != nullptr && rank_spatial >= least_rank) {
                advance();
                left = make_call(*function, {left, expression(rank_spatial + 1)});
                continue;
            }
            auto const* const row = binary_operator();
            if (row == nullptr || row->rank < least_rank) {
                break;
            }
            advance();
            // ^ groups from the right, everything else from the left.
            auto right = expression(row->op == Operator::Power ? row->rank : row->rank + 1);
            left = combine(row->op, std::move(left), std::move(right));
        }
        --m_depth;
        return left;
    }

    Function const* infix_function() const
    {
        auto const* const function =
            m_token.kind == TokenKind::Word ? find_function(m_token.text) : nullptr;
        return function != nullptr && function->is_infix ? function : nullptr;
    }

    NodePtr prefix()
    {
        bool const is_not =
            is_sign("!") || (m_token.kind == TokenKind::Word && m_token.text == "not");
        if (is_not) {
            advance();
            return make_node(Operation{Operator::Not, {expression(rank_not)}}, Type::Number);
        }
        if (is_sign("-")) {
            advance();
            auto operand = expression(rank_negate);
            if (auto const* const literal = std::get_if<NumberLiteral>(&operand->value)) {
                return number(-literal->value);
            }
            return make_node(Operation{Operator::Negate, {std::move(operand)}}, Type::Number);
        }
        return primary();
    }

    NodePtr primary()
    {
        auto const token = m_token;
        if (token.kind == TokenKind::Word) {
            return word();
        }
        if (is_sign("(")) {
            advance();
            auto node = expression(rank_or);
            expect(")");
            return node;
        }
        advance();
        switch (token.kind) {
        case TokenKind::Number:
            return number(token.number);
        case TokenKind::Text:
            return make_node(TextLiteral{token.text, token.ignore_case}, Type::Text);
        case TokenKind::Time:
            return make_node(TimeLiteral{token.text}, Type::Time);
        case TokenKind::TextAttribute:
            return make_node(Attribute{token.text, Type::Text}, Type::Text);
        case TokenKind::TimeAttribute:
            return make_node(Attribute{token.text, Type::Time}, Type::Time);
        case TokenKind::NumberAttribute:
            return attribute(token.text);
        case TokenKind::List:
            return make_node(ListLiteral{split_list(token.text)}, Type::Text);
        default:
            break;
        }
        fail_at(token.offset, token.kind == TokenKind::End ? "the expression ends too early"
                                                           : "unexpected \"" + token.text + "\"");
    }

    static std::vector<std::string> split_list(std::string_view text)
    {
        auto const pieces = split(text, ',');
        return {pieces.begin(), pieces.end()};
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
        if (m_token.text == "true" || m_token.text == "false") {
            auto node = number(m_token.text == "true" ? 1 : 0);
            advance();
            return node;
        }
        auto const* const function = find_function(m_token.text);
        if (function == nullptr) {
            fail("unknown word \"" + m_token.text + "\"");
        }
        advance();
        expect("(");
        std::vector<NodePtr> arguments;
        do {
            if (!arguments.empty()) {
                expect(",");
            }
            arguments.push_back(expression(rank_or));
        } while (is_sign(","));
        expect(")");
        return make_call(*function, std::move(arguments));
    }

    NodePtr make_call(Function const& function, std::vector<NodePtr> arguments) const
    {
        if (arguments.size() < function.least || arguments.size() > function.most) {
            fail(std::string{function.name} + "() does not take " +
                 std::to_string(arguments.size()) + " arguments");
        }
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            bool const wants_shape = function.arguments[i] == Type::Shape;
            if (wants_shape != (arguments[i]->type == Type::Shape)) {
                fail(std::string{function.name} + "(): argument " + std::to_string(i + 1) +
                     (wants_shape ? " must be a shape" : " cannot be a shape"));
            }
        }
        return make_node(Call{function.id, std::move(arguments)}, function.result);
    }

    NodePtr combine(Operator op, NodePtr left, NodePtr right) const
    {
        bool const has_shape = left->type == Type::Shape || right->type == Type::Shape;
        if (has_shape) {
            if (op == Operator::Equal && left->type == right->type) {
                return make_call(function_of(FunctionId::Equals),
                                 {std::move(left), std::move(right)});
            }
            fail("shapes cannot be combined in this way");
        }
        if (op == Operator::In) {
            right = list_of(std::move(right));
        }
        if (op == Operator::Match || op == Operator::MatchIgnoringCase) {
            right = regex_of(std::move(right), op == Operator::MatchIgnoringCase);
        }
        bool const is_text_sum =
            op == Operator::Add && left->type == Type::Text && right->type == Type::Text;
        return make_node(Operation{op, {std::move(left), std::move(right)}},
                         is_text_sum ? Type::Text : Type::Number);
    }

    NodePtr list_of(NodePtr right) const
    {
        if (auto const* const literal = std::get_if<TextLiteral>(&right->value)) {
            return make_node(ListLiteral{split_list(literal->value)}, Type::Text);
        }
        if (std::get_if<ListLiteral>(&right->value) == nullptr) {
            fail("IN needs a list: \"a,b,c\"");
        }
        return right;
    }

    NodePtr regex_of(NodePtr right, bool ignore_case) const
    {
        auto const* const literal = std::get_if<TextLiteral>(&right->value);
        if (literal == nullptr) {
            fail("~ needs a regular expression in quotes");
        }
        (void)Regex{literal->value, ignore_case}; // complains now, not for the first feature
        return make_node(RegexLiteral{literal->value}, Type::Text);
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
    check_length(text);
    return Expression{Parser{text}.parse()};
}

Expression parse_text_template(std::string_view text)
{
    check_length(text);
    NodePtr sum;
    int pieces = 0;
    auto const append = [&](NodePtr piece) {
        if (++pieces > deepest) {
            throw Error{ErrorKind::BadMapfile, "the text has too many [attributes]"};
        }
        sum = sum ? make_node(Operation{Operator::Add, {sum, std::move(piece)}}, Type::Text)
                  : std::move(piece);
    };
    while (!text.empty()) {
        auto const open = text.find('[');
        auto const close = open == std::string_view::npos ? open : text.find(']', open);
        if (close == std::string_view::npos || close == open + 1) {
            append(make_node(TextLiteral{std::string{text}}, Type::Text));
            break;
        }
        if (open > 0) {
            append(make_node(TextLiteral{std::string{text.substr(0, open)}}, Type::Text));
        }
        append(
            make_node(Attribute{std::string{text.substr(open + 1, close - open - 1)}, Type::Text},
                      Type::Text));
        text.remove_prefix(close + 1);
    }
    return Expression{sum ? sum : make_node(TextLiteral{}, Type::Text)};
}

} // namespace ms::expr

// SPDX-License-Identifier: MIT
#include "expr/bind.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/functions.hpp"
#include "expr/regex.hpp"
#include "geometry/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

namespace ms::expr {

namespace {

/// What a part of an expression yields for one row. Texts live in the batch, the tree or the
/// scratch space.
struct Value {
    enum class Kind : std::uint8_t { Nothing, Number, Text } kind = Kind::Nothing;
    double number = 0;
    std::string_view text;

    static Value of(double n) { return {Kind::Number, n, {}}; }
    static Value of(std::string_view t) { return {Kind::Text, 0, t}; }
    static Value of(bool b) { return of(b ? 1.0 : 0.0); }

    [[nodiscard]] bool is_nothing() const { return kind == Kind::Nothing; }
    [[nodiscard]] std::optional<double> as_number() const
    {
        return kind == Kind::Number ? std::optional{number}
               : kind == Kind::Text ? parse_double(text)
                                    : std::nullopt;
    }
    /// Numbers: not 0. Texts: not empty.
    [[nodiscard]] bool is_true() const
    {
        return (kind == Kind::Number && number != 0) || (kind == Kind::Text && !text.empty());
    }
};

/// A node with its columns looked up and its patterns compiled.
struct Compiled {
    Node const* node = nullptr;
    std::size_t column = 0;
    std::optional<Regex> regex;
    std::vector<Compiled> children;
};

[[noreturn]] void refuse_shapes()
{
    throw Error{ErrorKind::BadMapfile,
                "the expression needs geometry operations, which are not supported"};
}

bool needs_geometry(Node const& node)
{
    if (auto const* const call = std::get_if<Call>(&node.value)) {
        auto const& row = function_of(call->function);
        bool const is_area = call->function == FunctionId::Area &&
                             std::holds_alternative<ShapeOfFeature>(call->arguments.front()->value);
        return !is_area && (row.result == Type::Shape || row.arguments[0] == Type::Shape);
    }
    return false;
}

Compiled compile(Node const& node, std::span<std::string const> columns)
{
    if (needs_geometry(node)) {
        refuse_shapes();
    }
    Compiled compiled{.node = &node};
    if (auto const* const attribute = std::get_if<Attribute>(&node.value)) {
        auto const column = std::ranges::find(columns, attribute->name);
        if (column == columns.end()) {
            throw Error{ErrorKind::BadMapfile, "unknown attribute [" + attribute->name + "]"};
        }
        compiled.column = static_cast<std::size_t>(column - columns.begin());
    }
    if (auto const* const operation = std::get_if<Operation>(&node.value)) {
        for (auto const& operand : operation->operands) {
            compiled.children.push_back(compile(*operand, columns));
        }
        if (auto const* const regex =
                std::get_if<RegexLiteral>(&operation->operands.back()->value)) {
            compiled.regex.emplace(regex->pattern, operation->op == Operator::MatchIgnoringCase);
        }
    } else if (auto const* const call = std::get_if<Call>(&node.value)) {
        for (auto const& argument : call->arguments) {
            compiled.children.push_back(compile(*argument, columns));
        }
    }
    return compiled;
}

/// A time as its digits, from the year down: "2024-01-05T12" is "2024010512".
std::string time_digits(std::string_view text)
{
    std::string digits;
    std::ranges::copy_if(text, std::back_inserter(digits),
                         [](char c) { return c >= '0' && c <= '9'; });
    return digits;
}

/// Times compare at the coarser of the two resolutions.
int compare_times(std::string_view a, std::string_view b)
{
    auto const left = time_digits(a);
    auto const right = time_digits(b);
    auto const length = std::min(left.size(), right.size());
    return left.compare(0, length, right, 0, length);
}

bool is_ordered(Operator op, int sign)
{
    switch (op) {
    case Operator::Equal:
    case Operator::EqualIgnoringCase:
        return sign == 0;
    case Operator::NotEqual:
        return sign != 0;
    case Operator::Less:
        return sign < 0;
    case Operator::LessEqual:
        return sign <= 0;
    case Operator::Greater:
        return sign > 0;
    default:
        return sign >= 0;
    }
}

/// Digits in groups of three: "1234567.5" is "1,234,567.5".
std::string commify(std::string_view text)
{
    auto const first = text.find_first_of("0123456789");
    if (first == std::string_view::npos) {
        return std::string{text};
    }
    auto last = text.find_first_not_of("0123456789", first);
    last = last == std::string_view::npos ? text.size() : last;
    std::string out{text.substr(0, first)};
    for (auto i = first; i < last; ++i) {
        if (i > first && (last - i) % 3 == 0) {
            out += ',';
        }
        out += text[i];
    }
    return out.append(text.substr(last));
}

std::string capitalised(std::string_view text, bool every_word)
{
    std::string out{text};
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (i == 0 || (every_word && out[i - 1] == ' ')) {
            out[i] = to_upper(out.substr(i, 1))[0];
        }
    }
    return out;
}

/// tostring(): one printf conversion of a number, with text around it.
std::string format_number(double value, std::string_view format)
{
    auto const percent = format.find('%');
    if (percent == std::string_view::npos) {
        return std::string{format};
    }
    auto const end = format.find_first_not_of("0123456789.'+- #", percent + 1);
    constexpr std::string_view conversions = "eEfFgGdi";
    if (end == std::string_view::npos || conversions.find(format[end]) == std::string_view::npos) {
        return std::string{format};
    }
    auto const spec = format.substr(percent + 1, end - percent - 1);
    auto const digits = split(
        replace_all(spec.substr(std::min(spec.size(), spec.find_first_of("123456789."))), "'", ""),
        '.');
    bool const fits = std::ranges::all_of(digits, [](std::string_view n) {
        return n.empty() || parse_int(n).value_or(9999) <= 1024;
    });
    if (!fits) {
        return std::string{format};
    }
    bool const is_integer = format[end] == 'd' || format[end] == 'i';
    auto const conversion =
        fmt::format("%{}{}", spec, is_integer ? ".0f" : std::string{format[end]});
    std::string out(1100, '\0');
    auto const length =
        std::snprintf(out.data(), out.size(), conversion.c_str(), value); // NOLINT: checked above
    out.resize(static_cast<std::size_t>(std::clamp(length, 0, 1099)));
    return std::string{format.substr(0, percent)} + out + std::string{format.substr(end + 1)};
}

/// Outer rings less their holes, whatever their orientation.
double area_of(geometry::GeometryColumn const& column, std::size_t feature)
{
    double sum = 0;
    for (auto part = column.first_part(feature); part < column.feature_ends[feature]; ++part) {
        for (auto ring = column.first_ring(part); ring < column.part_ends[part]; ++ring) {
            double const area = std::abs(geometry::signed_area(column.ring(ring)));
            sum += ring == column.first_ring(part) ? area : -area;
        }
    }
    return sum;
}

} // namespace

struct Bound::State {
    Expression expression; ///< keeps the nodes
    std::optional<Compiled> root;
    Environment environment;
    std::deque<std::string> scratch; ///< texts made for the row at hand
    feature::FeatureBatch const* batch = nullptr;
    std::size_t row = 0;

    Value run(feature::FeatureBatch const& rows, std::size_t at)
    {
        batch = &rows;
        row = at;
        scratch.clear();
        return evaluate(*root);
    }

    Value keep(std::string text)
    {
        return Value::of(std::string_view{scratch.emplace_back(std::move(text))});
    }

    Value evaluate(Compiled const& part)
    {
        return std::visit([&](auto const& value) { return evaluate(part, value); },
                          part.node->value);
    }

    Value evaluate(Compiled const&, NumberLiteral const& literal)
    {
        return Value::of(literal.value);
    }
    Value evaluate(Compiled const&, TextLiteral const& literal)
    {
        return Value::of(std::string_view{literal.value});
    }
    Value evaluate(Compiled const&, TimeLiteral const& literal)
    {
        return Value::of(std::string_view{literal.value});
    }
    Value evaluate(Compiled const& part, Attribute const& attribute)
    {
        auto const text = batch->attributes[part.column][row];
        if (attribute.type != Type::Number) {
            return Value::of(text);
        }
        auto const number = parse_double(text);
        return number ? Value::of(*number) : Value::of(text);
    }
    Value evaluate(Compiled const&, ShapeOfFeature const&) { return {}; }
    Value evaluate(Compiled const&, MapCellSize const&)
    {
        return Value::of(environment.map_cell_size);
    }
    Value evaluate(Compiled const&, RegexLiteral const&) { return {}; }
    Value evaluate(Compiled const&, ListLiteral const&) { return {}; }

    Value evaluate(Compiled const& part, Operation const& operation)
    {
        auto const left = evaluate(part.children.front());
        switch (operation.op) {
        case Operator::Or:
            return Value::of(left.is_true() || evaluate(part.children[1]).is_true());
        case Operator::And:
            return Value::of(left.is_true() && evaluate(part.children[1]).is_true());
        case Operator::Not:
            return Value::of(!left.is_true());
        case Operator::Negate: {
            auto const number = left.as_number();
            return number ? Value::of(-*number) : Value{};
        }
        case Operator::Match:
        case Operator::MatchIgnoringCase:
            return Value::of(matches(part, left));
        case Operator::In:
            return Value::of(is_in(left, std::get<ListLiteral>(operation.operands[1]->value)));
        case Operator::Add:
        case Operator::Subtract:
        case Operator::Multiply:
        case Operator::Divide:
        case Operator::Modulo:
        case Operator::Power:
            return calculate(part, operation, left, evaluate(part.children[1]));
        default:
            return Value::of(compare(operation, left, evaluate(part.children[1])));
        }
    }

    /// A regex finds nothing in an empty value (reference).
    bool matches(Compiled const& part, Value const& left)
    {
        auto const text = text_of(left);
        return !text.empty() && part.regex->matches(text);
    }

    std::string_view text_of(Value const& value)
    {
        return value.kind == Value::Kind::Number ? keep(fmt::format("{:g}", value.number)).text
                                                 : value.text;
    }

    bool is_in(Value const& left, ListLiteral const& list)
    {
        if (left.kind == Value::Kind::Number) {
            return std::ranges::any_of(
                list.values, [&](auto const& v) { return parse_double(v) == left.number; });
        }
        return std::ranges::any_of(list.values, [&](auto const& v) { return v == left.text; });
    }

    bool compare(Operation const& operation, Value const& left, Value const& right)
    {
        if (left.is_nothing() || right.is_nothing()) {
            return false;
        }
        auto const& operands = operation.operands;
        if (operands[0]->type == Type::Time || operands[1]->type == Type::Time) {
            return !left.text.empty() &&
                   is_ordered(operation.op, compare_times(left.text, right.text));
        }
        if (operands[0]->type == Type::Number || operands[1]->type == Type::Number) {
            auto const a = left.as_number();
            auto const b = right.as_number();
            if (a && b) {
                return is_ordered(operation.op, *a < *b ? -1 : *a > *b ? 1 : 0);
            }
            if (left.kind == Value::Kind::Number || right.kind == Value::Kind::Number) {
                return operation.op == Operator::NotEqual; // a number and a text that is none
            }
        }
        auto const* const literal = std::get_if<TextLiteral>(&operands[1]->value);
        if (operation.op == Operator::EqualIgnoringCase ||
            (literal != nullptr && literal->ignore_case)) {
            bool const is_equal = equals_ignoring_case(left.text, right.text);
            return operation.op == Operator::NotEqual ? !is_equal : is_equal;
        }
        return is_ordered(operation.op, left.text.compare(right.text));
    }

    Value calculate(Compiled const& part, Operation const& operation, Value const& left,
                    Value const& right)
    {
        if (part.node->type == Type::Text) {
            return keep(std::string{text_of(left)}.append(text_of(right)));
        }
        auto const a = left.as_number();
        auto const b = right.as_number();
        if (!a || !b) {
            return {};
        }
        double result = 0;
        switch (operation.op) {
        case Operator::Add:
            result = *a + *b;
            break;
        case Operator::Subtract:
            result = *a - *b;
            break;
        case Operator::Multiply:
            result = *a * *b;
            break;
        case Operator::Divide:
            result = *a / *b;
            break;
        case Operator::Modulo:
            result = std::fmod(std::trunc(*a), std::trunc(*b));
            break;
        default:
            result = std::pow(*a, *b);
            break;
        }
        return std::isfinite(result) ? Value::of(result)
                                     : Value{}; // division by zero: not computable
    }

    Value evaluate(Compiled const& part, Call const& call)
    {
        if (call.function == FunctionId::Area) {
            return Value::of(area_of(batch->geometry, row));
        }
        auto const first = evaluate(part.children.front());
        auto const number = first.as_number();
        switch (call.function) {
        case FunctionId::Round: {
            double const step =
                part.children.size() > 1 ? evaluate(part.children[1]).as_number().value_or(0) : 1;
            return number && step != 0 ? Value::of(std::round(*number / step) * step) : Value{};
        }
        case FunctionId::Length:
            return Value::of(static_cast<double>(text_of(first).size()));
        case FunctionId::ToString:
            return number ? keep(format_number(*number, text_of(evaluate(part.children[1]))))
                          : first;
        case FunctionId::Commify:
            return keep(commify(text_of(first)));
        case FunctionId::Upper:
            return keep(to_upper(text_of(first)));
        case FunctionId::Lower:
            return keep(to_lower(text_of(first)));
        case FunctionId::InitCap:
            return keep(capitalised(text_of(first), true));
        case FunctionId::FirstCap:
            return keep(capitalised(text_of(first), false));
        default:
            return {};
        }
    }
};

Bound::Bound(Expression expression, std::span<std::string const> columns, Environment environment)
    : m_state(std::make_unique<State>())
{
    m_state->expression = std::move(expression);
    m_state->environment = environment;
    if (!m_state->expression.is_always_true()) {
        m_state->root = compile(*m_state->expression.root(), columns);
    }
}

Bound::~Bound() = default;
Bound::Bound(Bound&&) noexcept = default;
Bound& Bound::operator=(Bound&&) noexcept = default;

bool Bound::is_true(feature::FeatureBatch const& batch, std::size_t row)
{
    return !m_state->root || m_state->run(batch, row).is_true();
}

void Bound::select(feature::FeatureBatch const& batch, std::vector<std::uint32_t>& rows)
{
    if (m_state->root) {
        std::erase_if(rows, [&](std::uint32_t row) { return !m_state->run(batch, row).is_true(); });
    }
}

void Bound::append_text(feature::FeatureBatch const& batch, std::size_t row, std::string& out)
{
    if (m_state->root) {
        auto const value = m_state->run(batch, row);
        out.append(m_state->text_of(value));
    }
}

std::optional<double> Bound::number(feature::FeatureBatch const& batch, std::size_t row)
{
    return m_state->root ? m_state->run(batch, row).as_number() : std::nullopt;
}

} // namespace ms::expr

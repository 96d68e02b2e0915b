// SPDX-License-Identifier: MIT
#include "expr/compile.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/conditions.hpp"
#include "expr/functions.hpp"
#include "expr/regex.hpp"
#include "expr/scalar.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace ms::expr {

namespace {

NumberSet numbers_of(ListLiteral const& list)
{
    std::vector<double> numbers;
    std::ranges::transform(list.values, std::back_inserter(numbers), leading_number);
    return NumberSet{std::move(numbers)};
}

/// A column compared with constants: `column op constant`, however it is written.
struct ColumnComparison {
    Attribute const* attribute = nullptr;
    Operator op = Operator::Equal;
    Node const* constant = nullptr;
};

template <typename Literal>
std::optional<ColumnComparison> column_comparison(Operation const& operation)
{
    if (operation.operands.size() != 2) {
        return std::nullopt;
    }
    auto const& left = *operation.operands[0];
    auto const& right = *operation.operands[1];
    auto const* const a = std::get_if<Attribute>(&left.value);
    auto const* const b = std::get_if<Attribute>(&right.value);
    if (a != nullptr && std::holds_alternative<Literal>(right.value)) {
        return ColumnComparison{a, operation.op, &right};
    }
    if (b != nullptr && std::holds_alternative<Literal>(left.value)) {
        return ColumnComparison{b, mirrored(operation.op), &left};
    }
    return std::nullopt;
}

/// The numbers of one attribute for which a comparison is true.
struct AttributeInterval {
    Attribute const* attribute = nullptr;
    Interval interval;
};

std::optional<AttributeInterval> attribute_interval(Operation const& operation)
{
    auto const comparison = column_comparison<NumberLiteral>(operation);
    if (!comparison || comparison->attribute->type != Type::Number) {
        return std::nullopt;
    }
    auto const interval =
        interval_of(comparison->op, std::get<NumberLiteral>(comparison->constant->value).value);
    return interval ? std::optional{AttributeInterval{comparison->attribute, *interval}}
                    : std::nullopt;
}

std::optional<AttributeInterval> attribute_interval(Node const& node)
{
    auto const* const operation = std::get_if<Operation>(&node.value);
    return operation == nullptr ? std::nullopt : attribute_interval(*operation);
}

/// The texts of one attribute for which an equality or IN is true.
struct AttributeTexts {
    Attribute const* attribute = nullptr;
    std::vector<std::string> texts;
};

constexpr std::string_view null_text = "_MAPSERVER_NULL_"; ///< how OGC filters write NULL

bool is_null_asked(Attribute const& attribute, TextLiteral const& literal)
{
    return attribute.is_unknown_if_null ? literal.is_null : literal.value == null_text;
}

std::optional<AttributeTexts> attribute_texts(Node const& node)
{
    auto const* const operation = std::get_if<Operation>(&node.value);
    if (operation == nullptr) {
        return std::nullopt;
    }
    if (operation->op == Operator::In) {
        auto const* const attribute = std::get_if<Attribute>(&operation->operands[0]->value);
        auto const* const list = std::get_if<ListLiteral>(&operation->operands[1]->value);
        return attribute != nullptr && attribute->type == Type::Text && list != nullptr
                   ? std::optional{AttributeTexts{attribute, list->values}}
                   : std::nullopt;
    }
    auto const comparison = column_comparison<TextLiteral>(*operation);
    if (!comparison || comparison->op != Operator::Equal) {
        return std::nullopt;
    }
    auto const& literal = std::get<TextLiteral>(comparison->constant->value);
    return is_null_asked(*comparison->attribute, literal)
               ? std::nullopt
               : std::optional{AttributeTexts{comparison->attribute, {literal.value}}};
}

} // namespace

std::size_t Compiler::column_of(Attribute const& attribute) const
{
    auto found = std::ranges::find(m_columns, attribute.name);
    if (found == m_columns.end()) {
        found = std::ranges::find_if(m_columns, [&](std::string const& name) {
            return equals_ignoring_case(name, attribute.name);
        });
    }
    if (found == m_columns.end()) {
        throw Error{ErrorKind::BadMapfile, "unknown attribute [" + attribute.name + "]"};
    }
    return static_cast<std::size_t>(found - m_columns.begin());
}

template <typename Test>
ConditionPtr Compiler::on_column(Attribute const& attribute, Test test) const
{
    auto const column = column_of(attribute);
    if (attribute.is_unknown_if_null) {
        return std::make_unique<NullableColumnCondition<Test>>(column, std::move(test));
    }
    return std::make_unique<ColumnCondition<Test>>(column, std::move(test));
}

template <typename Test>
ConditionPtr Compiler::on_text(Node const& node, Test test) const
{
    if (auto const* const attribute = std::get_if<Attribute>(&node.value)) {
        return on_column(*attribute, std::move(test));
    }
    return std::make_unique<TextCondition<Test>>(text(node), std::move(test));
}

ConditionPtr Compiler::condition(Node const& node) const
{
    if (node.type == Type::Text || node.type == Type::Time) {
        static_cast<void>(text(node)); // complains about unknown attributes
        return std::make_unique<ConstantCondition>(true);
    }
    auto const* const literal = std::get_if<NumberLiteral>(&node.value);
    if (literal != nullptr) {
        return std::make_unique<ConstantCondition>(literal->value != 0);
    }
    auto const* const call = std::get_if<Call>(&node.value);
    if (call != nullptr && node.type == Type::Boolean) {
        return predicate(*call);
    }
    if (node.type == Type::Shape) {
        static_cast<void>(shape(node));
        return std::make_unique<ConstantCondition>(true);
    }
    auto const* const inner = std::get_if<Operation>(&node.value);
    return inner != nullptr && node.type == Type::Boolean
               ? operation(*inner)
               : std::make_unique<NumberIsTrue>(number(node));
}

ConditionPtr Compiler::operation(Operation const& operation) const
{
    switch (operation.op) {
    case Operator::And:
        return all_of(operation.operands);
    case Operator::Or:
        return any_of(operation.operands);
    case Operator::Not:
        return std::make_unique<Not>(condition(*operation.operands.front()));
    case Operator::Match:
    case Operator::MatchIgnoringCase: {
        Regex regex{std::get<RegexLiteral>(operation.operands[1]->value).compiled};
        // MapServer finds nothing in an empty text, not even "^$".
        return on_text(*operation.operands[0],
                       [regex = std::move(regex)](std::string_view text) mutable {
                           return truth_of(!text.empty() && regex.matches(text));
                       });
    }
    case Operator::In:
        return is_in(operation);
    default:
        return compare(operation);
    }
}

/// Comparisons of one column with constants meet in one interval: [a] >= 3 AND [a] < 10.
ConditionPtr Compiler::all_of(std::vector<NodePtr> const& operands) const
{
    std::vector<ConditionPtr> parts;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        auto range = attribute_interval(*operands[i]);
        while (range && i + 1 < operands.size()) {
            auto const next = attribute_interval(*operands[i + 1]);
            if (!next || *next->attribute != *range->attribute) {
                break;
            }
            range->interval = range->interval.and_also(next->interval);
            ++i;
        }
        if (!range) {
            parts.push_back(condition(*operands[i]));
            continue;
        }
        auto const test = [interval = range->interval](std::string_view text) {
            return truth_of(interval.contains(leading_number(text)));
        };
        parts.push_back(on_column(*range->attribute, test));
    }
    return parts.size() == 1 ? std::move(parts.front())
                             : std::make_unique<Chain>(Truth::False, std::move(parts));
}

/// Equalities of one column meet in one set: "[a]" = "x" OR "[a]" = "y".
ConditionPtr Compiler::any_of(std::vector<NodePtr> const& operands) const
{
    std::vector<ConditionPtr> parts;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        auto found = attribute_texts(*operands[i]);
        auto const first = i;
        while (found && i + 1 < operands.size()) {
            auto next = attribute_texts(*operands[i + 1]);
            if (!next || *next->attribute != *found->attribute) {
                break;
            }
            std::ranges::move(next->texts, std::back_inserter(found->texts));
            ++i;
        }
        if (i == first) {
            parts.push_back(condition(*operands[i]));
            continue;
        }
        auto test = [set = TextSet{std::move(found->texts)}](std::string_view text) {
            return truth_of(set.contains(text));
        };
        parts.push_back(on_column(*found->attribute, std::move(test)));
    }
    return parts.size() == 1 ? std::move(parts.front())
                             : std::make_unique<Chain>(Truth::True, std::move(parts));
}

ConditionPtr Compiler::is_in(Operation const& operation) const
{
    auto const& value = *operation.operands[0];
    auto const* const list = std::get_if<ListLiteral>(&operation.operands[1]->value);
    bool const is_text = value.type == Type::Text;
    if (list == nullptr && is_text) {
        return std::make_unique<IsInText>(text(value), text(*operation.operands[1]));
    }
    if (list == nullptr) {
        return std::make_unique<NumberIsInText>(number(value), text(*operation.operands[1]));
    }
    if (!is_text) {
        return std::make_unique<NumberIsIn>(number(value), numbers_of(*list));
    }
    return on_text(value, [set = TextSet{list->values}](std::string_view text) {
        return truth_of(set.contains(text));
    });
}

ConditionPtr Compiler::is_in(Attribute const& attribute, Interval interval) const
{
    auto const test = [interval](std::string_view text) {
        return truth_of(interval.contains(leading_number(text)));
    };
    return on_column(attribute, test);
}

ConditionPtr Compiler::compare(Operation const& operation) const
{
    auto const type = operation.operands[0]->type;
    return type == Type::Text   ? compare_texts(operation)
           : type == Type::Time ? compare_times(operation)
                                : compare_numbers(operation);
}

ConditionPtr Compiler::compare_numbers(Operation const& operation) const
{
    if (auto const range = attribute_interval(operation)) {
        return is_in(*range->attribute, range->interval);
    }
    auto a = number(*operation.operands[0]);
    auto b = number(*operation.operands[1]);
    switch (operation.op) {
    case Operator::Equal:
        return std::make_unique<CompareNumbers<std::equal_to<>>>(std::move(a), std::move(b));
    case Operator::NotEqual:
        return std::make_unique<CompareNumbers<std::not_equal_to<>>>(std::move(a), std::move(b));
    case Operator::Less:
        return std::make_unique<CompareNumbers<std::less<>>>(std::move(a), std::move(b));
    case Operator::LessEqual:
        return std::make_unique<CompareNumbers<std::less_equal<>>>(std::move(a), std::move(b));
    case Operator::Greater:
        return std::make_unique<CompareNumbers<std::greater<>>>(std::move(a), std::move(b));
    default:
        return std::make_unique<CompareNumbers<std::greater_equal<>>>(std::move(a), std::move(b));
    }
}

ConditionPtr Compiler::compare_texts(Operation const& operation) const
{
    auto const comparison = column_comparison<TextLiteral>(operation);
    if (!comparison) {
        return std::make_unique<CompareTexts>(operation.op, text(*operation.operands[0]),
                                              text(*operation.operands[1]));
    }
    auto const op = comparison->op;
    auto const& attribute = *comparison->attribute;
    auto const& literal = std::get<TextLiteral>(comparison->constant->value);
    auto const& value = literal.value;
    if (is_null_asked(attribute, literal) && (op == Operator::Equal || op == Operator::NotEqual)) {
        return std::make_unique<IsNull>(column_of(attribute), op == Operator::Equal);
    }
    if (op == Operator::Equal) { // by far the most common
        auto const test = [value](std::string_view text) { return truth_of(text == value); };
        return on_column(attribute, test);
    }
    auto const test = [op, value](std::string_view text) {
        return truth_of(is_ordered(op, text, value));
    };
    return on_column(attribute, test);
}

ConditionPtr Compiler::compare_times(Operation const& operation) const
{
    auto const comparison = column_comparison<TimeLiteral>(operation);
    auto period = comparison ? parse_time(std::get<TimeLiteral>(comparison->constant->value).value)
                             : std::nullopt;
    if (!period) {
        return std::make_unique<CompareTimes>(operation.op, text(*operation.operands[0]),
                                              text(*operation.operands[1]), m_compares_starts);
    }
    if (m_compares_starts) {
        *period = start_of(*period);
    }
    auto const test = [op = comparison->op, period = *period](std::string_view text) {
        auto const time = parse_time(text);
        return time ? truth_of(is_related(op, *time, period)) : Truth::Unknown;
    };
    return on_column(*comparison->attribute, test);
}

} // namespace ms::expr

// SPDX-License-Identifier: MIT
#include "cql2/values.hpp"

#include "base/string.hpp"
#include "cql2/refuse.hpp"
#include "expr/build.hpp"
#include "expr/functions.hpp"
#include "expr/time.hpp"

namespace ms::cql2 {

namespace {

using expr::FunctionId;
using expr::NodePtr;
using expr::Operator;
using expr::Type;

constexpr std::array<std::pair<std::string_view, Operator>, 7> calculations{{
    {"+", Operator::Add},
    {"-", Operator::Subtract},
    {"*", Operator::Multiply},
    {"/", Operator::Divide},
    {"div", Operator::IntegerDivide},
    {"%", Operator::Modulo},
    {"^", Operator::Power},
}};

constexpr std::array<std::string_view, 13> condition_names{
    "and", "or", "not", "=", "<>", "<", "<=", ">", ">=", "like", "between", "in", "isnull"};

/// nullopt for unknown functions.
std::optional<Type> type_of_operation(std::string_view name)
{
    if (name == "casei") {
        return Type::Text;
    }
    if (name == "negate" || find(calculations, name) != nullptr) {
        return Type::Number;
    }
    bool const is_condition = name.starts_with("s_") || name.starts_with("t_") ||
                              std::ranges::find(condition_names, name) != condition_names.end();
    return is_condition ? std::optional{Type::Boolean} : std::nullopt;
}

NodePtr number_literal(double value)
{
    return expr::make_node(expr::NumberLiteral{value}, Type::Number);
}

NodePtr number_or_text(std::string const& written)
{
    auto const as_number = parse_double(written);
    return as_number ? number_literal(*as_number) : text_literal(written);
}

NodePtr time(Term const& term)
{
    bool const is_date = term.kind == TermKind::Date;
    if (term.text.find_first_not_of("0123456789-+:.TZtz ") != std::string::npos) {
        cannot_translate(std::string{"Invalid characters in "} + (is_date ? "DATE" : "TIMESTAMP") +
                         "() argument"); // MapServer's words
    }
    if (!expr::parse_time(term.text)) {
        cannot_translate("'" + shown(term.text) + "' is not a " + (is_date ? "date" : "timestamp"));
    }
    return expr::make_node(expr::TimeLiteral{term.text}, Type::Time);
}

} // namespace

std::string shown(std::string const& name)
{
    constexpr std::size_t longest = 60;
    return name.substr(0, longest);
}

void unhandled(Term const& term)
{
    cannot_translate("Unhandled function " + shown(term.text));
}

void check_count(Term const& term, std::size_t count)
{
    if (term.arguments.size() != count) {
        cannot_translate(term.text + " takes " + std::to_string(count) + " arguments, not " +
                         std::to_string(term.arguments.size()));
    }
}

NodePtr text_literal(std::string value)
{
    return expr::make_node(expr::TextLiteral{std::move(value)}, Type::Text);
}

NodePtr attribute(std::string name, Type type)
{
    return expr::make_node(expr::Attribute{std::move(name), type, true}, type);
}

Queryable Values::queryable(Term const& property) const
{
    auto found = m_context.queryable ? m_context.queryable(property.text) : std::nullopt;
    if (!found) {
        cannot_translate("'" + shown(property.text) + "' is not a queryable item");
    }
    return *found;
}

std::optional<Type> Values::type_of(Term const& term) const
{
    switch (term.kind) {
    case TermKind::Property:
        return queryable(term).type;
    case TermKind::Text:
        return Type::Text;
    case TermKind::Number:
        return Type::Number;
    case TermKind::Date:
    case TermKind::Timestamp:
        return Type::Time;
    case TermKind::Geometry:
        return Type::Shape;
    case TermKind::Operation:
        return type_of_operation(term.text);
    case TermKind::Boolean:
        return Type::Boolean;
    default:
        return std::nullopt;
    }
}

NodePtr Values::value(Term const& term, Term const& beside) const
{
    switch (term.kind) {
    case TermKind::Property:
        return property(term);
    case TermKind::Text:
        return is_property_of(Type::Number, beside) ? number_or_text(term.text)
                                                    : text_literal(term.text);
    case TermKind::Number:
        return is_property_of(Type::Text, beside) ? text_literal(term.text)
                                                  : number_literal(term.number);
    case TermKind::Date:
    case TermKind::Timestamp:
        return time(term);
    case TermKind::Operation:
        return computed(term);
    default:
        cannot_translate("a geometry, list or interval stands where a value is needed");
    }
}

bool Values::is_property_of(Type type, Term const& term) const
{
    return term.kind == TermKind::Property && queryable(term).type == type;
}

NodePtr Values::property(Term const& term) const
{
    auto const found = queryable(term);
    if (found.type == Type::Shape) {
        cannot_translate("'" + shown(term.text) +
                         "' is a geometry, which only spatial functions take");
    }
    return attribute(found.attribute, found.type == Type::Boolean ? Type::Text : found.type);
}

NodePtr Values::moment(Term const& term) const
{
    bool const is_time = term.kind == TermKind::Date || term.kind == TermKind::Timestamp;
    if (!is_time && term.kind != TermKind::Property) {
        cannot_translate("a temporal function takes properties, dates, timestamps and "
                         "intervals");
    }
    return is_time ? time(term) : attribute(time_attribute(term), Type::Time);
}

std::string Values::time_attribute(Term const& term) const
{
    auto found = queryable(term);
    if (found.type != Type::Time && found.type != Type::Text) {
        cannot_translate("'" + shown(term.text) + "' is not a time");
    }
    return std::move(found.attribute);
}

NodePtr Values::computed(Term const& term) const
{
    if (term.text == "casei") {
        check_count(term, 1);
        return expr::build_call(expr::function_of(FunctionId::CaseFold), {text(term.arguments[0])},
                                0);
    }
    if (term.text == "negate") {
        check_count(term, 1);
        return expr::build_operation(Operator::Negate, {number(term.arguments[0])}, 0);
    }
    if (auto const* const op = find(calculations, term.text)) {
        check_count(term, 2);
        return expr::build_operation(*op, {number(term.arguments[0]), number(term.arguments[1])},
                                     0);
    }
    if (type_of(term)) {
        cannot_translate("a condition stands where a value is needed");
    }
    unhandled(term);
}

NodePtr Values::text(Term const& term) const
{
    if (auto const type = type_of(term); type && type != Type::Text) {
        cannot_translate("a text is needed");
    }
    return value(term, term);
}

NodePtr Values::number(Term const& term) const
{
    if (term.kind == TermKind::Property && queryable(term).type == Type::Text) {
        return attribute(queryable(term).attribute, Type::Number);
    }
    if (auto const type = type_of(term); type && type != Type::Number) {
        cannot_translate("only numbers can be calculated with");
    }
    return value(term, term);
}

} // namespace ms::cql2

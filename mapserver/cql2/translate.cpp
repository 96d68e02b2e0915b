// SPDX-License-Identifier: MIT
#include "cql2/translate.hpp"

#include "base/string.hpp"
#include "cql2/geometry.hpp"
#include "cql2/refuse.hpp"
#include "cql2/temporal.hpp"
#include "cql2/values.hpp"
#include "expr/build.hpp"
#include "expr/filter_cost.hpp"
#include "expr/functions.hpp"
#include "expr/regex.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ms::cql2 {

namespace {

using expr::FunctionId;
using expr::NodePtr;
using expr::Operator;
using expr::Type;

constexpr std::array<std::pair<std::string_view, Operator>, 6> comparisons{{
    {"=", Operator::Equal},
    {"<>", Operator::NotEqual},
    {"<", Operator::Less},
    {"<=", Operator::LessEqual},
    {">", Operator::Greater},
    {">=", Operator::GreaterEqual},
}};

constexpr std::array<std::pair<std::string_view, FunctionId>, 8> spatial_predicates{{
    {"s_intersects", FunctionId::Intersects},
    {"s_disjoint", FunctionId::Disjoint},
    {"s_touches", FunctionId::Touches},
    {"s_overlaps", FunctionId::Overlaps},
    {"s_crosses", FunctionId::Crosses},
    {"s_within", FunctionId::Within},
    {"s_contains", FunctionId::Contains},
    {"s_equals", FunctionId::Equals},
}};

NodePtr truth(bool is_true)
{
    return expr::make_node(expr::NumberLiteral{is_true ? 1.0 : 0.0}, Type::Boolean);
}

NodePtr negated(NodePtr node)
{
    return expr::build_operation(Operator::Not, {std::move(node)}, 0);
}

/// OGC 21-065r2 7.1: % matches any characters, _ one, and \ escapes them.
std::string regex_of_like(std::string_view pattern)
{
    std::string out = "^";
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '%' || pattern[i] == '_') {
            out += pattern[i] == '%' ? ".*" : ".";
            continue;
        }
        i += pattern[i] == '\\' && i + 1 < pattern.size() ? 1U : 0U;
        expr::append_literal(out, pattern[i]);
    }
    return out + '$';
}

class Translator {
public:
    explicit Translator(Context const& context)
        : m_context(context), m_values(context), m_cost(context.budget)
    {}

    NodePtr condition(Term const& term)
    {
        m_cost.add_operator();
        switch (term.kind) {
        case TermKind::Boolean:
            return truth(term.number != 0);
        case TermKind::Property:
            return is_true_property(term);
        case TermKind::Operation:
            break;
        default:
            cannot_translate("a value stands where a condition is needed");
        }
        if (term.text == "and" || term.text == "or") {
            return joined(term);
        }
        if (term.text == "not") {
            check_count(term, 1);
            return negated(condition(term.arguments[0]));
        }
        if (auto const* const op = find(comparisons, term.text)) {
            check_count(term, 2);
            return comparison(*op, term.arguments[0], term.arguments[1]);
        }
        if (auto const* const function = find(spatial_predicates, term.text)) {
            return spatial(term, *function);
        }
        if (is_temporal_predicate(term.text)) {
            return temporal_condition(term,
                                      [&](Term const& each) { return m_values.moment(each); });
        }
        return other_condition(term);
    }

private:
    NodePtr other_condition(Term const& term)
    {
        if (term.text == "like") {
            return like(term);
        }
        if (term.text == "between") {
            check_count(term, 3);
            return expr::build_operation(
                Operator::And,
                {comparison(Operator::GreaterEqual, term.arguments[0], term.arguments[1]),
                 comparison(Operator::LessEqual, term.arguments[0], term.arguments[2])},
                0);
        }
        if (term.text == "in") {
            return in_list(term);
        }
        if (term.text == "isnull") {
            return is_null(term);
        }
        auto const type = m_values.type_of(term);
        if (type == Type::Number || type == Type::Text) {
            cannot_translate("a value stands where a condition is needed");
        }
        unhandled(term);
    }

    NodePtr joined(Term const& term)
    {
        std::vector<NodePtr> all;
        for (auto const& argument : term.arguments) {
            all.push_back(condition(argument));
        }
        if (all.empty()) {
            cannot_translate(term.text + " has no arguments");
        }
        auto const op = term.text == "and" ? Operator::And : Operator::Or;
        return all.size() == 1 ? all.front() : expr::build_operation(op, std::move(all), 0);
    }

    NodePtr comparison(Operator op, Term const& left, Term const& right)
    {
        bool const is_boolean =
            m_values.type_of(left) == Type::Boolean || m_values.type_of(right) == Type::Boolean;
        if (is_boolean) {
            return booleans(op, left, right);
        }
        return expr::build_comparison(op, m_values.value(left, right), m_values.value(right, left),
                                      0);
    }

    /// A boolean column compared with true or false is queried as text.
    NodePtr booleans(Operator op, Term const& left, Term const& right)
    {
        bool const is_equality = op == Operator::Equal || op == Operator::NotEqual;
        bool const is_left_property =
            left.kind == TermKind::Property && right.kind == TermKind::Boolean;
        bool const is_right_property =
            right.kind == TermKind::Property && left.kind == TermKind::Boolean;
        if (is_equality && (is_left_property || is_right_property)) {
            auto const& property = is_left_property ? left : right;
            auto const& literal = is_left_property ? right : left;
            return expr::build_comparison(
                op, attribute(m_values.queryable(property).attribute, Type::Text),
                text_literal(literal.number != 0 ? "true" : "false"), 0);
        }
        return expr::build_comparison(op, condition(left), condition(right), 0);
    }

    NodePtr is_true_property(Term const& term)
    {
        auto const found = m_values.queryable(term);
        if (found.type != Type::Boolean) {
            cannot_translate("'" + shown(term.text) + "' is not a condition");
        }
        return expr::build_comparison(Operator::Equal, attribute(found.attribute, Type::Text),
                                      text_literal("true"), 0);
    }

    NodePtr like(Term const& term)
    {
        check_count(term, 2);
        auto const& pattern = term.arguments[1];
        auto const node = m_values.text(pattern);
        auto const* const literal = std::get_if<expr::TextLiteral>(&node->value);
        if (literal == nullptr) {
            cannot_translate("the pattern of LIKE is not a string");
        }
        auto const subject = m_values.text(term.arguments[0]);
        auto const& wildcards = literal->value;
        // An empty text contains nothing, but these patterns must match it.
        if (wildcards.empty()) {
            return expr::build_comparison(Operator::Equal, subject, text_literal({}), 0);
        }
        if (wildcards.find_first_not_of('%') == std::string::npos) {
            return expr::build_comparison(Operator::Equal, subject, subject, 0);
        }
        return expr::build_match(Operator::Match, subject, regex_of_like(wildcards), 0);
    }

    NodePtr in_list(Term const& term)
    {
        check_count(term, 2);
        auto const& list = term.arguments[1];
        if (list.kind != TermKind::List) {
            cannot_translate("IN needs a list");
        }
        if (list.arguments.empty()) {
            cannot_translate("the list of IN is empty");
        }
        if (auto simple = in_literals(term.arguments[0], list)) {
            return simple;
        }
        std::vector<NodePtr> all;
        for (auto const& each : list.arguments) {
            all.push_back(comparison(Operator::Equal, term.arguments[0], each));
        }
        return all.size() == 1 ? all.front()
                               : expr::build_operation(Operator::Or, std::move(all), 0);
    }

    /// Texts or numbers, all literals, are one list; null for everything else.
    NodePtr in_literals(Term const& subject, Term const& list)
    {
        auto const type = m_values.type_of(subject);
        bool const are_numbers = type == Type::Number;
        auto const requested = are_numbers ? TermKind::Number : TermKind::Text;
        bool const is_simple =
            (are_numbers || type == Type::Text) && list.arguments.size() > 1 &&
            std::ranges::all_of(list.arguments, [&](Term const& each) {
                return each.kind == requested && each.text.find(',') == std::string::npos;
            });
        if (!is_simple) {
            return nullptr;
        }
        std::string joined;
        for (auto const& each : list.arguments) {
            joined += (&each == list.arguments.data() ? "" : ",") + each.text;
        }
        return expr::build_in(are_numbers ? m_values.number(subject) : m_values.text(subject),
                              text_literal(std::move(joined)), 0);
    }

    NodePtr is_null(Term const& term)
    {
        check_count(term, 1);
        if (term.arguments[0].kind != TermKind::Property) {
            cannot_translate("IS NULL needs a property");
        }
        auto const found = m_values.queryable(term.arguments[0]);
        if (found.type == Type::Shape) {
            cannot_translate("IS NULL is not supported for geometries");
        }
        auto const null = expr::make_node(expr::TextLiteral{.is_null = true}, Type::Text);
        return expr::build_comparison(Operator::Equal, attribute(found.attribute, Type::Text), null,
                                      0);
    }

    NodePtr spatial(Term const& term, FunctionId function)
    {
        check_count(term, 2);
        return expr::build_call(expr::function_of(function),
                                {shape(term.arguments[0]), shape(term.arguments[1])}, 0);
    }

    NodePtr shape(Term const& term)
    {
        if (term.kind == TermKind::Geometry) {
            m_cost.add_geometry();
            auto wkt = to_wkt(term, m_context);
            m_cost.keep_text(wkt.size());
            return expr::build_call(expr::function_of(FunctionId::FromText),
                                    {text_literal(std::move(wkt))}, 0);
        }
        if (term.kind == TermKind::Operation) {
            unhandled(term);
        }
        if (term.kind != TermKind::Property || m_values.queryable(term).type != Type::Shape) {
            cannot_translate("a spatial function takes the geometry of the collection and "
                             "geometries");
        }
        return expr::make_node(expr::ShapeOfFeature{}, Type::Shape);
    }

    Context const& m_context;
    Values m_values;
    expr::FilterCost m_cost;
};

} // namespace

NodePtr translate(Term const& filter, Context const& context)
{
    try {
        return Translator{context}.condition(filter);
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::BadMapfile) {
            throw;
        }
        cannot_translate(error.what()); // the tree's complaint
    }
}

} // namespace ms::cql2

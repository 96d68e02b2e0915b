// SPDX-License-Identifier: MIT
#include "cql2/temporal.hpp"

#include "cql2/refuse.hpp"
#include "expr/build.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace ms::cql2 {

namespace {

using expr::NodePtr;
using expr::Operator;
using expr::Type;

/// An end of an interval; without a node it is before or after all times.
struct End {
    NodePtr moment;
    int side = 0; ///< -1: before all times, 1: after them
};

struct Interval {
    End start;
    End end;
};

enum class Part : std::uint8_t { Start, End };

/// A comparison of an end of the first interval with one of the second.
struct Test {
    Part a;
    Operator op;
    Part b;
};

struct Predicate {
    std::string_view name;
    std::array<Test, 3> tests; ///< all must hold
    std::size_t count;
};

constexpr auto start = Part::Start;
constexpr auto end = Part::End;
constexpr auto equal = Operator::Equal;
constexpr auto less = Operator::Less;
constexpr auto greater = Operator::Greater;

// OGC 21-065r2, table of temporal relations; a moment is an interval whose ends are equal.
constexpr std::array predicates{
    Predicate{"t_after", {{{start, greater, end}}}, 1},
    Predicate{"t_before", {{{end, less, start}}}, 1},
    Predicate{"t_contains", {{{start, less, start}, {end, greater, end}}}, 2},
    Predicate{"t_during", {{{start, greater, start}, {end, less, end}}}, 2},
    Predicate{"t_equals", {{{start, equal, start}, {end, equal, end}}}, 2},
    Predicate{"t_finishedby", {{{start, less, start}, {end, equal, end}}}, 2},
    Predicate{"t_finishes", {{{start, greater, start}, {end, equal, end}}}, 2},
    Predicate{"t_intersects",
              {{{start, Operator::LessEqual, end}, {end, Operator::GreaterEqual, start}}},
              2},
    Predicate{"t_disjoint",
              {{{start, Operator::LessEqual, end}, {end, Operator::GreaterEqual, start}}},
              2}, // and not that
    Predicate{"t_meets", {{{end, equal, start}}}, 1},
    Predicate{"t_metby", {{{start, equal, end}}}, 1},
    Predicate{
        "t_overlappedby", {{{start, greater, start}, {start, less, end}, {end, greater, end}}}, 3},
    Predicate{"t_overlaps", {{{start, less, start}, {end, greater, start}, {end, less, end}}}, 3},
    Predicate{"t_startedby", {{{start, equal, start}, {end, greater, end}}}, 2},
    Predicate{"t_starts", {{{start, equal, start}, {end, less, end}}}, 2},
};

NodePtr truth(bool is_true)
{
    return expr::make_node(expr::NumberLiteral{is_true ? 1.0 : 0.0}, Type::Boolean);
}

NodePtr compare(Operator op, End const& a, End const& b)
{
    if (a.moment && b.moment) {
        return expr::build_comparison(op, a.moment, b.moment, 0);
    }
    switch (op) {
    case Operator::Less:
        return truth(a.side < b.side);
    case Operator::LessEqual:
        return truth(a.side <= b.side);
    case Operator::Greater:
        return truth(a.side > b.side);
    case Operator::GreaterEqual:
        return truth(a.side >= b.side);
    default:
        return truth(a.side == b.side);
    }
}

using Moment = std::function<NodePtr(Term const&)>;

/// Moments in an interval are written without DATE and TIMESTAMP.
End end_of(Term const& term, int side, Moment const& moment)
{
    if (term.kind != TermKind::Text) {
        return {moment(term)};
    }
    if (term.text == "..") {
        return {nullptr, side};
    }
    return {moment({.kind = TermKind::Timestamp, .text = term.text})};
}

Interval interval_of(Term const& term, Moment const& moment)
{
    if (term.kind != TermKind::Interval) {
        End const only{moment(term)};
        return {only, only};
    }
    if (term.arguments.size() != 2) {
        cannot_translate("an interval has a start and an end");
    }
    return {end_of(term.arguments[0], -1, moment), end_of(term.arguments[1], 1, moment)};
}

Predicate const* find(std::string_view name) noexcept
{
    auto const* const row = std::ranges::find(predicates, name, &Predicate::name);
    return row == predicates.end() ? nullptr : row;
}

} // namespace

bool is_temporal_predicate(std::string_view name) noexcept
{
    return find(name) != nullptr;
}

NodePtr temporal_condition(Term const& predicate, Moment const& moment)
{
    auto const& row = *find(predicate.text);
    if (predicate.arguments.size() != 2) {
        cannot_translate(predicate.text + " takes 2 arguments");
    }
    auto const a = interval_of(predicate.arguments[0], moment);
    auto const b = interval_of(predicate.arguments[1], moment);
    auto const part = [](Interval const& interval, Part which) {
        return which == Part::Start ? interval.start : interval.end;
    };
    std::vector<NodePtr> all;
    for (auto const& test : std::span{row.tests}.first(row.count)) {
        all.push_back(compare(test.op, part(a, test.a), part(b, test.b)));
    }
    auto condition =
        all.size() == 1 ? all.front() : expr::build_operation(Operator::And, std::move(all), 0);
    return row.name == "t_disjoint"
               ? expr::build_operation(Operator::Not, {std::move(condition)}, 0)
               : condition;
}

} // namespace ms::cql2

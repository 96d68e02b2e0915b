// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The kinds of compiled conditions; compile_condition.cpp chooses among them.

#include "base/string.hpp"
#include "expr/column_tests.hpp"
#include "expr/row.hpp"
#include "expr/scalar.hpp"
#include "expr/time.hpp"

#include <utility>

namespace ms::expr {

class ConstantCondition final : public Condition {
public:
    explicit ConstantCondition(bool is_true) : m_truth(truth_of(is_true)) {}
    Truth test(Row&) override { return m_truth; }

private:
    Truth m_truth;
};

/// A test of one column's text: the inner loop of most classes.
template <typename Test>
class ColumnCondition final : public Condition {
public:
    ColumnCondition(std::size_t column, Test test) : m_column(column), m_test(std::move(test)) {}
    Truth test(Row& row) override { return m_test(row.text(m_column)); }
    void select(Row& row, std::vector<std::uint32_t>& rows) override
    {
        auto const& column = row.batch->attributes[m_column];
        std::erase_if(rows, [&](std::uint32_t index) {
            auto const truth = m_test(column[index]);
            row.failures += truth == Truth::Unknown ? 1U : 0U;
            return truth != Truth::True;
        });
    }

private:
    std::size_t m_column;
    Test m_test;
};

/// The same, but NULL makes the condition unknown.
template <typename Test>
class NullableColumnCondition final : public Condition {
public:
    NullableColumnCondition(std::size_t column, Test test)
        : m_column(column), m_test(std::move(test))
    {}
    Truth test(Row& row) override
    {
        bool const is_null = row.batch->attributes[m_column].is_null(row.index);
        return is_null ? Truth::Unknown : m_test(row.text(m_column));
    }

private:
    std::size_t m_column;
    Test m_test;
};

/// The same test of a computed text.
template <typename Test>
class TextCondition final : public Condition {
public:
    TextCondition(TextPtr text, Test test) : m_text(std::move(text)), m_test(std::move(test)) {}
    Truth test(Row& row) override
    {
        auto const text = m_text->value(row);
        return row.take_unknown() ? Truth::Unknown : m_test(text);
    }

private:
    TextPtr m_text;
    Test m_test;
};

class IsNull final : public Condition {
public:
    IsNull(std::size_t column, bool expected) : m_column(column), m_expected(expected) {}
    Truth test(Row& row) override
    {
        return truth_of(row.batch->attributes[m_column].is_null(row.index) == m_expected);
    }

private:
    std::size_t m_column;
    bool m_expected;
};

class Not final : public Condition {
public:
    explicit Not(ConditionPtr inner) : m_inner(std::move(inner)) {}
    Truth test(Row& row) override
    {
        auto const truth = m_inner->test(row);
        return truth == Truth::Unknown ? truth : truth_of(truth == Truth::False);
    }

private:
    ConditionPtr m_inner;
};

/// AND or OR of three-valued logic: `decisive` ends it, else Unknown wins over the rest.
class Chain final : public Condition {
public:
    Chain(Truth decisive, std::vector<ConditionPtr> parts)
        : m_decisive(decisive), m_parts(std::move(parts))
    {}
    Truth test(Row& row) override
    {
        auto result = m_decisive == Truth::True ? Truth::False : Truth::True;
        for (auto const& part : m_parts) {
            auto const truth = part->test(row);
            if (truth == m_decisive) {
                return truth;
            }
            result = truth == Truth::Unknown ? truth : result;
        }
        return result;
    }
    void select(Row& row, std::vector<std::uint32_t>& rows) override
    {
        if (m_decisive == Truth::True) {
            return Condition::select(row, rows);
        }
        for (auto const& part : m_parts) { // AND: each tests the rows that the previous ones left
            part->select(row, rows);
        }
    }

private:
    Truth m_decisive;
    std::vector<ConditionPtr> m_parts;
};

class NumberIsTrue final : public Condition {
public:
    explicit NumberIsTrue(NumberPtr number) : m_number(std::move(number)) {}
    Truth test(Row& row) override
    {
        auto const number = m_number->value(row);
        return row.take_unknown() ? Truth::Unknown : truth_of(number != 0);
    }

private:
    NumberPtr m_number;
};

template <typename Compare>
class CompareNumbers final : public Condition {
public:
    CompareNumbers(NumberPtr a, NumberPtr b) : m_a(std::move(a)), m_b(std::move(b)) {}
    Truth test(Row& row) override
    {
        auto const a = m_a->value(row);
        auto const b = m_b->value(row);
        return row.take_unknown() ? Truth::Unknown : truth_of(Compare{}(a, b));
    }

private:
    NumberPtr m_a;
    NumberPtr m_b;
};

/// By bytes, independent of the language.
[[nodiscard]] inline bool is_ordered(Operator op, std::string_view a, std::string_view b)
{
    if (op == Operator::Equal || op == Operator::NotEqual) {
        return (a == b) == (op == Operator::Equal);
    }
    if (op == Operator::EqualIgnoringCase) {
        return equals_ignoring_case(a, b);
    }
    auto const order = a.compare(b);
    switch (op) {
    case Operator::Less:
        return order < 0;
    case Operator::LessEqual:
        return order <= 0;
    case Operator::Greater:
        return order > 0;
    default:
        return order >= 0;
    }
}

class CompareTexts final : public Condition {
public:
    CompareTexts(Operator op, TextPtr a, TextPtr b) : m_op(op), m_a(std::move(a)), m_b(std::move(b))
    {}
    Truth test(Row& row) override
    {
        auto const a = m_a->value(row);
        auto const b = m_b->value(row);
        return row.take_unknown() ? Truth::Unknown : truth_of(is_ordered(m_op, a, b));
    }

private:
    Operator m_op;
    TextPtr m_a;
    TextPtr m_b;
};

class CompareTimes final : public Condition {
public:
    CompareTimes(Operator op, TextPtr a, TextPtr b, bool compares_starts)
        : m_op(op), m_a(std::move(a)), m_b(std::move(b)), m_compares_starts(compares_starts)
    {}
    Truth test(Row& row) override
    {
        auto const a = parse_time(m_a->value(row));
        auto const b = parse_time(m_b->value(row));
        bool const is_unknown = row.take_unknown() || !a || !b;
        if (is_unknown) {
            return Truth::Unknown;
        }
        return truth_of(is_related(m_op, *a, m_compares_starts ? start_of(*b) : *b));
    }

private:
    Operator m_op;
    TextPtr m_a;
    TextPtr m_b;
    bool m_compares_starts;
};

/// Whether one of the comma-separated parts satisfies the predicate.
template <typename Predicate>
Truth has_part(std::string_view list, Predicate const& expected)
{
    for (;;) {
        auto const comma = list.find(',');
        if (expected(list.substr(0, comma))) {
            return Truth::True;
        }
        if (comma == std::string_view::npos) {
            return Truth::False;
        }
        list.remove_prefix(comma + 1);
    }
}

/// A text IN a list that is computed too.
class IsInText final : public Condition {
public:
    IsInText(TextPtr value, TextPtr list) : m_value(std::move(value)), m_list(std::move(list)) {}
    Truth test(Row& row) override
    {
        auto const value = m_value->value(row);
        auto const list = m_list->value(row);
        return row.take_unknown()
                   ? Truth::Unknown
                   : has_part(list, [&](std::string_view part) { return part == value; });
    }

private:
    TextPtr m_value;
    TextPtr m_list;
};

/// A number IN a list that is computed too.
class NumberIsInText final : public Condition {
public:
    NumberIsInText(NumberPtr number, TextPtr list)
        : m_number(std::move(number)), m_list(std::move(list))
    {}
    Truth test(Row& row) override
    {
        auto const number = m_number->value(row);
        auto const list = m_list->value(row);
        return row.take_unknown() ? Truth::Unknown : has_part(list, [&](std::string_view part) {
            return leading_number(part) == number;
        });
    }

private:
    NumberPtr m_number;
    TextPtr m_list;
};

class NumberIsIn final : public Condition {
public:
    NumberIsIn(NumberPtr number, NumberSet set) : m_number(std::move(number)), m_set(std::move(set))
    {}
    Truth test(Row& row) override
    {
        auto const number = m_number->value(row);
        return row.take_unknown() ? Truth::Unknown : truth_of(m_set.contains(number));
    }

private:
    NumberPtr m_number;
    NumberSet m_set;
};

} // namespace ms::expr

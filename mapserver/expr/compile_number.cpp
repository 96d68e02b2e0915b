// SPDX-License-Identifier: MIT
#include "expr/compile.hpp"

#include "expr/scalar.hpp"
#include "geometry/nesting.hpp"

#include <cmath>

namespace ms::expr {

namespace {

class Constant final : public NumberPart {
public:
    explicit Constant(double value) : m_value(value) {}
    double value(Row&) override { return m_value; }

private:
    double m_value;
};

class Column final : public NumberPart {
public:
    explicit Column(std::size_t column) : m_column(column) {}
    double value(Row& row) override { return leading_number(row.text(m_column)); }

private:
    std::size_t m_column;
};

class NullableColumn final : public NumberPart {
public:
    explicit NullableColumn(std::size_t column) : m_column(column) {}
    double value(Row& row) override
    {
        row.is_unknown |= row.batch->attributes[m_column].is_null(row.index);
        return leading_number(row.text(m_column));
    }

private:
    std::size_t m_column;
};

class CellSize final : public NumberPart {
public:
    double value(Row& row) override { return row.map_cell_size; }
};

double value_or_unknown(std::optional<double> value, Row& row)
{
    row.is_unknown |= !value;
    return value.value_or(0);
}

class Calculation final : public NumberPart {
public:
    Calculation(Operator op, NumberPtr a, NumberPtr b)
        : m_op(op), m_a(std::move(a)), m_b(std::move(b))
    {}
    double value(Row& row) override
    {
        auto const a = m_a->value(row);
        return value_or_unknown(calculate(m_op, a, m_b->value(row)), row);
    }

private:
    Operator m_op;
    NumberPtr m_a;
    NumberPtr m_b;
};

class Negation final : public NumberPart {
public:
    explicit Negation(NumberPtr inner) : m_inner(std::move(inner)) {}
    double value(Row& row) override { return -m_inner->value(row); }

private:
    NumberPtr m_inner;
};

class Rounded final : public NumberPart {
public:
    Rounded(NumberPtr number, NumberPtr step) : m_number(std::move(number)), m_step(std::move(step))
    {}
    double value(Row& row) override
    {
        auto const number = m_number->value(row);
        return value_or_unknown(round_to(number, m_step->value(row)), row);
    }

private:
    NumberPtr m_number;
    NumberPtr m_step;
};

class Length final : public NumberPart {
public:
    explicit Length(TextPtr text) : m_text(std::move(text)) {}
    double value(Row& row) override { return static_cast<double>(m_text->value(row).size()); }

private:
    TextPtr m_text;
};

class Area final : public NumberPart {
public:
    explicit Area(ShapePtr shape) : m_shape(std::move(shape)) {}
    double value(Row& row) override { return geometry::area(m_shape->value(row)); }

private:
    ShapePtr m_shape;
};

class TruthAsNumber final : public NumberPart {
public:
    explicit TruthAsNumber(ConditionPtr condition) : m_condition(std::move(condition)) {}
    double value(Row& row) override
    {
        auto const truth = m_condition->test(row);
        row.is_unknown |= truth == Truth::Unknown;
        return truth == Truth::True ? 1 : 0;
    }

private:
    ConditionPtr m_condition;
};

} // namespace

NumberPtr Compiler::number(Node const& node) const
{
    if (auto const* const literal = std::get_if<NumberLiteral>(&node.value)) {
        return std::make_unique<Constant>(literal->value);
    }
    if (auto const* const attribute = std::get_if<Attribute>(&node.value)) {
        auto const column = column_of(*attribute);
        return attribute->is_unknown_if_null ? NumberPtr{std::make_unique<NullableColumn>(column)}
                                             : std::make_unique<Column>(column);
    }
    if (std::holds_alternative<MapCellSize>(node.value)) {
        return std::make_unique<CellSize>();
    }
    if (auto const* const operation = std::get_if<Operation>(&node.value)) {
        return node.type == Type::Boolean ? std::make_unique<TruthAsNumber>(condition(node))
                                          : calculation(*operation);
    }
    return number_call(std::get<Call>(node.value));
}

NumberPtr Compiler::calculation(Operation const& operation) const
{
    auto first = number(*operation.operands[0]);
    return operation.op == Operator::Negate
               ? NumberPtr{std::make_unique<Negation>(std::move(first))}
               : std::make_unique<Calculation>(operation.op, std::move(first),
                                               number(*operation.operands[1]));
}

NumberPtr Compiler::number_call(Call const& call) const
{
    auto const& first = *call.arguments.front();
    switch (call.function) {
    case FunctionId::Round: {
        auto step = call.arguments.size() > 1 ? number(*call.arguments[1])
                                              : NumberPtr{std::make_unique<Constant>(1)};
        return std::make_unique<Rounded>(number(first), std::move(step));
    }
    case FunctionId::Length:
        return std::make_unique<Length>(text(first));
    case FunctionId::Area:
        return std::make_unique<Area>(shape(first));
    default: // the remaining ones are the spatial predicates
        return std::make_unique<TruthAsNumber>(predicate(call));
    }
}

} // namespace ms::expr

// SPDX-License-Identifier: MIT
#include "expr/bind.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/compile.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace ms::expr {

namespace {

[[noreturn]] void refuse(Refusal const& refusal)
{
    auto message =
        fmt::format("yyparse(): Expression parser error. Executing {} failed.", refusal.function);
    if (!refusal.cause.empty()) {
        message.append("\n").append(refusal.cause);
    }
    throw PublicError{ErrorKind::BadMapfile,
                      fmt::format("{}() cannot be computed{}{}", refusal.function,
                                  refusal.cause.empty() ? "" : ": ", refusal.cause),
                      std::move(message)};
}

} // namespace

struct Bound::State {
    ConditionPtr condition; ///< null: always true
    NumberPtr number;       ///< of numbers
    TextPtr text;           ///< of texts and times; conditions have neither
    ShapePtr shape;
    Row row;

    Row& at(feature::FeatureBatch const& batch, std::size_t index)
    {
        row.batch = &batch;
        row.index = index;
        return row;
    }

    /// The value if the last evaluated part had one.
    template <typename T>
    std::optional<T> checked(T value)
    {
        bool const is_unknown = row.take_unknown();
        row.failures += is_unknown ? 1U : 0U;
        return is_unknown ? std::nullopt : std::optional{value};
    }

    std::optional<bool> truth_at(feature::FeatureBatch const& batch, std::size_t index)
    {
        auto const truth = condition ? condition->test(at(batch, index)) : Truth::True;
        row.is_unknown = truth == Truth::Unknown;
        return checked(truth == Truth::True);
    }
};

Bound::Bound(Expression expression, std::span<std::string const> columns, Environment environment)
    : m_state(std::make_unique<State>())
{
    m_state->row.map_cell_size = environment.map_cell_size;
    if (expression.is_always_true()) {
        return;
    }
    auto const& root = *expression.root();
    Compiler const compiler{columns, environment.times == TimeComparison::Starts};
    m_state->condition = compiler.condition(root);
    if (root.type == Type::Text || root.type == Type::Time) {
        m_state->text = compiler.text(root);
    } else if (root.type == Type::Shape) {
        m_state->shape = compiler.shape(root);
    } else if (root.type == Type::Number) {
        m_state->number = compiler.number(root);
    }
}

Bound::~Bound() = default;
Bound::Bound(Bound&&) noexcept = default;
Bound& Bound::operator=(Bound&&) noexcept = default;

bool Bound::is_true(feature::FeatureBatch const& batch, std::size_t row)
{
    return m_state->truth_at(batch, row).value_or(false);
}

void Bound::select(feature::FeatureBatch const& batch, std::vector<std::uint32_t>& rows)
{
    if (m_state->condition) {
        m_state->condition->select(m_state->at(batch, 0), rows);
    }
}

void Bound::append_text(feature::FeatureBatch const& batch, std::size_t row, std::string& out)
{
    auto& state = *m_state;
    if (state.text) {
        out.append(state.checked(state.text->value(state.at(batch, row))).value_or(""));
    } else if (state.number) {
        if (auto const number = state.checked(state.number->value(state.at(batch, row)))) {
            fmt::format_to(std::back_inserter(out), "{:g}", *number);
        }
    } else if (auto const truth = state.truth_at(batch, row)) {
        out.append(*truth ? "true" : "false");
    }
}

std::optional<double> Bound::number(feature::FeatureBatch const& batch, std::size_t row)
{
    auto& state = *m_state;
    if (state.text) {
        auto const text = state.checked(state.text->value(state.at(batch, row)));
        return text ? parse_double(*text) : std::nullopt;
    }
    if (state.number) {
        auto const number = state.checked(state.number->value(state.at(batch, row)));
        return number && std::isfinite(*number) ? number : std::nullopt;
    }
    auto const truth = state.truth_at(batch, row);
    return truth ? std::optional{*truth ? 1.0 : 0.0} : std::nullopt;
}

bool Bound::append_shape(feature::FeatureBatch const& batch, std::size_t row,
                         geometry::GeometryColumn const& geometry, geometry::GeometryColumn& out)
{
    auto& state = *m_state;
    if (!state.shape) {
        return false;
    }
    state.at(batch, row).geometry = &geometry;
    state.row.refusal = {};
    auto const shape = state.shape->value(state.row);
    state.row.geometry = nullptr;
    if (!state.row.refusal.function.empty()) {
        refuse(state.row.refusal);
    }
    if (state.row.take_unknown() || !shape.exists()) {
        ++state.row.failures;
        return false;
    }
    geometry::append_shape(shape, out);
    return true;
}

std::size_t Bound::failures() const noexcept
{
    return m_state->row.failures;
}

} // namespace ms::expr

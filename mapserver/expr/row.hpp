// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The parts of a compiled expression, and the row that they evaluate.

#include "feature/batch.hpp"
#include "geometry/shape.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace ms::expr {

/// A function that does not support its arguments, for any data: a meaningless distance, a kind of
/// shape it is not made for.
struct Refusal {
    std::string_view function; ///< empty: no refusal
    std::string_view cause;    ///< in MapServer's words; may be empty
};

/// The input of an evaluation.
struct Row {
    feature::FeatureBatch const* batch = nullptr;
    geometry::GeometryColumn const* geometry = nullptr; ///< instead of the batch's own
    std::size_t index = 0;
    double map_cell_size = 0;
    bool is_unknown = false;  ///< set by a NumberPart or TextPart without a value for this row
    std::size_t failures = 0; ///< conditions that came out Unknown
    Refusal refusal{};        ///< the first one of this row's shape

    /// Gives is_unknown and takes it back.
    [[nodiscard]] bool take_unknown() noexcept
    {
        bool const was = is_unknown;
        is_unknown = false;
        return was;
    }
    /// The column that contains [shape].
    [[nodiscard]] geometry::GeometryColumn const& shapes() const noexcept
    {
        return geometry != nullptr ? *geometry : batch->geometry;
    }
    [[nodiscard]] std::string_view text(std::size_t column) const noexcept
    {
        return batch->attributes[column][index];
    }
};

/// Unknown as in SQL: not computable (a division by zero, an invalid time). Neither it nor its
/// negation is true.
enum class Truth : std::int8_t { False = 0, True = 1, Unknown = -1 };

[[nodiscard]] constexpr Truth truth_of(bool is_true) noexcept
{
    return is_true ? Truth::True : Truth::False;
}

// The parts are not const when evaluated: they store texts and match data between rows.

class Condition {
public:
    virtual ~Condition() = default;
    [[nodiscard]] virtual Truth test(Row& row) = 0;
    /// Removes from `rows` those for which it is not true.
    virtual void select(Row& row, std::vector<std::uint32_t>& rows)
    {
        std::erase_if(rows, [&](std::uint32_t index) {
            row.index = index;
            auto const truth = test(row);
            row.failures += truth == Truth::Unknown ? 1U : 0U;
            return truth != Truth::True;
        });
    }
};

class NumberPart {
public:
    virtual ~NumberPart() = default;
    [[nodiscard]] virtual double value(Row& row) = 0;
};

class TextPart {
public:
    virtual ~TextPart() = default;
    /// Valid until the part is evaluated again or the batch changes.
    [[nodiscard]] virtual std::string_view value(Row& row) = 0;
};

class ShapePart {
public:
    virtual ~ShapePart() = default;
    /// Does not exist if it cannot be computed. Valid until the part is evaluated again or the
    /// batch changes.
    [[nodiscard]] virtual geometry::Shape value(Row& row) = 0;
};

using ConditionPtr = std::unique_ptr<Condition>;
using NumberPtr = std::unique_ptr<NumberPart>;
using TextPtr = std::unique_ptr<TextPart>;
using ShapePtr = std::unique_ptr<ShapePart>;

} // namespace ms::expr

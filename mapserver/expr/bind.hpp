// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Binds an expression to the columns of a batch, to evaluate it row by row.

#include "expr/expression.hpp"
#include "feature/batch.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ms::expr {

/// What a time is compared with where the other one is written to the day or the month.
enum class TimeComparison : std::uint8_t {
    Periods, ///< the whole day or month: as in SQL
    Starts,  ///< its first moment: as MapServer 8.0.0 evaluates EXPRESSION itself
};

/// The values that an expression may read besides attributes.
struct Environment {
    double map_cell_size = 0; ///< [map_cellsize]: map units per pixel, in layer units
    TimeComparison times = TimeComparison::Periods;
};

/// Evaluates one expression over batches. Owns scratch space: one per thread.
///
/// A numeric use of an attribute takes the number that its text begins with, 0 if there is none or
/// it is NULL, as in MapServer. No allocation once the scratch space has grown.
class Bound {
public:
    /// \param columns names of FeatureBatch::attributes, in their order
    /// \throws Error{BadMapfile} naming an attribute that is not among the columns, exactly or but
    ///         for its case, or javascript()
    Bound(Expression expression, std::span<std::string const> columns,
          Environment environment = {});
    ~Bound();
    Bound(Bound&&) noexcept;
    Bound& operator=(Bound&&) noexcept;

    /// As a condition: numbers other than 0, any text. A value that cannot be computed (division by
    /// zero, an invalid time) is not true, and neither is its negation.
    [[nodiscard]] bool is_true(feature::FeatureBatch const& batch, std::size_t row);
    /// Removes from `rows` those for which it is not true. `rows` are row numbers, ascending.
    void select(feature::FeatureBatch const& batch, std::vector<std::uint32_t>& rows);
    /// As text, appended to `out`: numbers as printf's %g, conditions as "true" or "false". Nothing
    /// when it cannot be computed.
    void append_text(feature::FeatureBatch const& batch, std::size_t row, std::string& out);
    /// As a number: conditions as 1 or 0, texts if they are entirely a number. nullopt if it is not
    /// a number or cannot be computed.
    [[nodiscard]] std::optional<double> number(feature::FeatureBatch const& batch, std::size_t row);
    /// As a shape, appended to `out` as one feature.
    /// \param geometry used for [shape] instead of the batch's own.
    /// \return false, and nothing appended, if it is not a shape, cannot be computed, or is empty
    /// \throws PublicError{BadMapfile} if a function does not support its arguments: a centerline()
    /// of lines, densify() by 0
    [[nodiscard]] bool append_shape(feature::FeatureBatch const& batch, std::size_t row,
                                    geometry::GeometryColumn const& geometry,
                                    geometry::GeometryColumn& out);
    /// Number of values that could not be computed so far.
    [[nodiscard]] std::size_t failures() const noexcept;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ms::expr

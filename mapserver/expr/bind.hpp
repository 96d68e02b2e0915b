// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// An expression bound to the columns of a batch, ready to be evaluated row by row.

#include "expr/expression.hpp"
#include "feature/batch.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ms::expr {

/// What an expression may read besides attributes.
struct Environment {
    double map_cell_size = 0; ///< [map_cellsize]: map units per pixel, in layer units
};

/// Evaluates one expression over batches. Owns scratch space: one per thread.
class Bound {
public:
    /// \param columns names of FeatureBatch::attributes, in their order
    /// \throws Error{BadMapfile} naming an attribute that is not among the columns
    Bound(Expression expression, std::span<std::string const> columns,
          Environment environment = {});
    ~Bound();
    Bound(Bound&&) noexcept;
    Bound& operator=(Bound&&) noexcept;

    /// As a condition. A value that cannot be computed (division by zero, match limit) is false.
    [[nodiscard]] bool is_true(feature::FeatureBatch const& batch, std::size_t row);
    /// Keeps of `rows` those for which it is true. `rows` are row numbers, ascending.
    void select(feature::FeatureBatch const& batch, std::vector<std::uint32_t>& rows);
    /// As text, appended to `out`; numbers as printf's %g.
    void append_text(feature::FeatureBatch const& batch, std::size_t row, std::string& out);
    /// As a number; nothing when it is none.
    [[nodiscard]] std::optional<double> number(feature::FeatureBatch const& batch, std::size_t row);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace ms::expr

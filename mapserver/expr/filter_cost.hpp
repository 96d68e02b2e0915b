// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Limits what translating a client's filter takes.

#include "base/budget.hpp"

#include <cstddef>

namespace ms::expr {

/// Maximum of geometries in one filter: it takes a tenth of a millisecond and more to transform one
/// of them to the CRS of a layer.
inline constexpr std::size_t max_filter_geometries = 1000;

/// Counts the operators and geometries of one filter.
class FilterCost {
public:
    /// \param budget of the request, whose memory the expression takes to its end; null: unlimited
    explicit FilterCost(Budget* budget) noexcept : m_budget(budget) {}

    /// Call before an operator is translated. \throws Error{Limit}
    void add_operator();
    /// Call before a geometry is transformed. \throws PublicError{BadRequest} beyond the maximum
    void add_geometry();
    /// The text that a geometry becomes. \throws Error{Limit}
    void keep_text(std::size_t bytes);

private:
    Budget* m_budget;
    std::size_t m_geometries = 0;
};

} // namespace ms::expr

// SPDX-License-Identifier: MIT
#include "expr/filter_cost.hpp"

#include "base/error.hpp"

#include <string>

namespace ms::expr {

namespace {

constexpr std::size_t operator_bytes = 512; ///< of its nodes and their texts

} // namespace

void FilterCost::add_operator()
{
    work(m_budget);
    keep_text(operator_bytes);
}

void FilterCost::add_geometry()
{
    if (++m_geometries > max_filter_geometries) {
        auto const why = "Filter: too many geometries: at most " +
                         std::to_string(max_filter_geometries) + " are taken";
        throw PublicError{ErrorKind::BadRequest, why, why};
    }
    work(m_budget);
}

void FilterCost::keep_text(std::size_t bytes)
{
    if (m_budget != nullptr) {
        m_budget->keep(bytes);
    }
}

} // namespace ms::expr

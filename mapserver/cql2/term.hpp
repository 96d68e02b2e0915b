// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The syntax tree of a filter, the same for both encodings.

#include "geometry/column.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ms::cql2 {

enum class TermKind : std::uint8_t {
    Operation, ///< any operator or function: and, =, like, +, s_intersects, casei, ...
    Property,
    Text,
    Number,
    Boolean,
    Date,
    Timestamp,
    Interval, ///< two arguments: Date, Timestamp, Property, or Text ".."
    Geometry,
    List, ///< after IN, or an array
};

struct Term {
    TermKind kind = TermKind::Text;
    /// Name of an operation in lower case, of a property as written; a literal without quotes.
    std::string text{};
    double number = 0; ///< also 1 for true
    std::vector<Term> arguments{};
    /// One feature, in the filter's CRS and axis order.
    std::shared_ptr<geometry::GeometryColumn const> shape{};
    bool is_box = false; ///< the shape's edges are parallel to the axes of the filter's CRS
    std::uint16_t height = 1;
};

/// Deeper filters are refused: as deep as trees of expressions may be.
inline constexpr int highest_term = 180;

/// An operation or list with its height. \throws Error{BadRequest} when it is too high
[[nodiscard]] Term make_operation(std::string name, std::vector<Term> arguments,
                                  TermKind kind = TermKind::Operation);

/// The rectangle of BBOX with 4 numbers, or with 6, of which the third and sixth are heights. Its
/// west is greater than its east if it crosses the antimeridian.
/// \throws Error{BadRequest} for another count and for invalid numbers
[[nodiscard]] Term make_box(std::vector<double> const& numbers);

} // namespace ms::cql2

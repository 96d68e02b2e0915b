// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses the expressions of a map when it is loaded, and finds them again by their text.

#include "expr/expression.hpp"
#include "mapfile/model/common.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace ms::mapfile {

struct Layer; // mapfile/model/layer.hpp
struct Map;   // mapfile/model/map.hpp

/// EXPRESSION, FILTER, TEXT, GEOMTRANSFORM and computed values with their regular expressions:
/// immutable, shared by all copies and threads. Values that a request substitutes or sends are not
/// in it and are parsed on use; so are those that a script changes. As texts are the keys, a
/// changed copy of a map never gets the expressions of its original.
class Expressions {
public:
    /// Empty: every expression is parsed on use.
    Expressions() = default;
    /// All expressions of a map's layers. Leaves out those that do not parse: the request that uses
    /// one gets the error.
    /// \param known whose expressions are shared if their text is the same
    explicit Expressions(Map const& map, Expressions const& known = {});

    /// `( ... )` \throws as expr::parse()
    [[nodiscard]] expr::Expression logical(std::string_view text) const;
    /// TEXT in any of its forms. \throws as expr::parse()
    [[nodiscard]] expr::Expression text(Expression const& text) const;
    /// EXPRESSION or FILTER in any of its forms. \throws as condition_of()
    [[nodiscard]] expr::Expression condition(Expression const& condition,
                                             std::string_view item) const;

    /// These and the missing ones of the layers: for a request that substitutes or styles
    /// something. Costs a lookup for each expression of the layers.
    [[nodiscard]] Expressions with(std::span<Layer const* const> layers) const;

    [[nodiscard]] std::size_t size() const noexcept;

    /// Derived from the texts of a map, so not part of its value.
    friend bool operator==(Expressions const&, Expressions const&) noexcept { return true; }

private:
    struct Table;
    std::shared_ptr<Table const> m_table;
};

} // namespace ms::mapfile

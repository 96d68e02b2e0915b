// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads the cases of one Recode, Categorize or Interpolate.

#include "base/xml.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::sld {

/// The node to which read_lookup() reduces an Interpolate of colours: <Data> and <Value> twice,
/// after the input value. No document has an element of this name.
inline constexpr std::string_view between_colors = "between colors";

/// A function as a list of cases, at most one of which applies to a feature.
struct Lookup {
    struct Case {
        XmlNode condition;            ///< an operator of a Filter
        std::string title;            ///< "10 - 20"; "" for the remaining values
        std::vector<XmlNode> content; ///< replaces the function
    };
    std::vector<Case> cases;
};

/// A node and all below it.
[[nodiscard]] std::size_t count_nodes(XmlNode const& node);

/// The transformation of a node; nullopt if it is not such a function.
/// \throws Error{BadRequest}
[[nodiscard]] std::optional<Lookup> read_lookup(XmlNode const& node);

} // namespace ms::sld

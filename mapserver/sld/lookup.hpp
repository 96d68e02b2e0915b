// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The cases of one Recode, Categorize or Interpolate.

#include "base/xml.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::sld {

/// What read_lookup() leaves of an Interpolate of colours: <Data> and <Value> twice, behind what is
/// looked up. No document has an element of this name.
inline constexpr std::string_view between_colors = "between colors";

/// A function as a list of cases, of which a feature has one at most.
struct Lookup {
    struct Case {
        XmlNode condition;            ///< an operator of a Filter
        std::string title;            ///< "10 - 20"; "" for what is none of the others
        std::vector<XmlNode> content; ///< stands for the function
    };
    std::vector<Case> cases;
};

/// A node and all below it.
[[nodiscard]] std::size_t count_nodes(XmlNode const& node);

/// What a node transforms, or nothing when it is no such function.
/// \throws Error{BadRequest}
[[nodiscard]] std::optional<Lookup> read_lookup(XmlNode const& node);

} // namespace ms::sld

// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses feature style strings of OGR.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::style {

/// One tool: `PEN(c:#ff0000,w:2px)`.
struct OgrTool {
    struct Parameter {
        std::string name;  ///< lower case
        std::string value; ///< without quotes
    };
    std::string name; ///< upper case
    std::vector<Parameter> parameters;

    /// nullptr if it has no such parameter.
    [[nodiscard]] std::string const* find(std::string_view parameter) const noexcept;
};

/// The tools of a string, in order; nullopt if it is malformed.
[[nodiscard]] std::optional<std::vector<OgrTool>> parse_ogr_tools(std::string_view text);

/// A length with its unit (px, pt, mm, cm, in) in pixels at 72 per inch; nullopt for ground units
/// (g) and for invalid lengths.
[[nodiscard]] std::optional<double> ogr_pixels(std::string_view text);

} // namespace ms::style

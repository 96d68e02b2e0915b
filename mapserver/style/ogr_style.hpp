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

/// The tools of a string, in order, as GDAL reads them. What is not a tool is skipped.
[[nodiscard]] std::vector<OgrTool> parse_ogr_tools(std::string_view text);

/// A length in pixels at 72 to the inch. Its unit is px, pt, mm, cm, in, or g for units of the map;
/// a number alone is in mm. Nothing for what is not a length.
/// \param ground_per_pixel units of the map; 0: not known, lengths in g are nothing
[[nodiscard]] std::optional<double> ogr_pixels(std::string_view text, double ground_per_pixel);

} // namespace ms::style

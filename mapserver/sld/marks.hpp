// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds WellKnownNames, and the symbols that draw them.

#include "mapfile/model/symbol.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::sld {

/// A mark's outline, named as MapServer names those it makes for an SLD.
struct Mark {
    std::string_view well_known_name;
    bool can_be_filled = true; ///< cross and x are lines
};

/// The mark of a WellKnownName (without case), or nullptr.
[[nodiscard]] Mark const* find_mark(std::string_view well_known_name) noexcept;

/// A mark of GeoServer's or QGIS's style sheets for which SE has no name ("shape://vertline",
/// "diamond"), or nullptr. GetStyles does not write them.
[[nodiscard]] Mark const* find_vendor_mark(std::string_view well_known_name) noexcept;

/// "sld_mark_symbol_star_filled"
[[nodiscard]] std::string symbol_name(Mark const& mark, bool is_filled);

/// The symbol of that name.
[[nodiscard]] mapfile::Symbol make_symbol(Mark const& mark, bool is_filled);

/// The well-known name of a symbol's name ("star", "sld_mark_symbol_star_filled"), or "".
[[nodiscard]] std::string_view well_known_name(std::string_view symbol) noexcept;

/// The angle in degrees of a hatch that is named "shape://slash" ..., or nothing.
[[nodiscard]] std::optional<double> hatch_angle(std::string_view well_known_name) noexcept;

/// The name of the hatch nearest to an angle: "shape://slash".
[[nodiscard]] std::string_view hatch_name(double angle) noexcept;

/// Name of the hatch symbol that SLDs share.
inline constexpr std::string_view hatch_symbol = "sld_hatch";

} // namespace ms::sld

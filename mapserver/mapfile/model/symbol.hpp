// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// SYMBOL: a shape, glyph, image or hatch that styles refer to by name or number.

#include "mapfile/model/common.hpp"

#include <filesystem>

namespace ms::mapfile {

enum class SymbolType : std::uint8_t { Simple, Vector, Ellipse, Pixmap, TrueType, Hatch, Svg };

struct SymbolPoint {
    double x = 0;
    double y = 0; ///< down; (-99, -99) lifts the pen
    friend bool operator==(SymbolPoint const&, SymbolPoint const&) = default;
};

struct Symbol {
    std::string name;
    SymbolType type = SymbolType::Vector; ///< when TYPE is missing
    std::vector<SymbolPoint> points;      ///< VECTOR: outline; ELLIPSE: one point, the axes
    bool filled = false;
    double anchor_x = 0.5; ///< fraction of the symbol's box
    double anchor_y = 0.5;
    std::string character; ///< TRUETYPE, as written ("a", "&#65;")
    std::string font;
    std::string image;                ///< PIXMAP, SVG: path as written
    std::filesystem::path image_path; ///< of the image
    int transparent = -1;

    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(Symbol const&, Symbol const&) = default;
};

} // namespace ms::mapfile

// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// MAP: the root of a parsed mapfile.

#include "mapfile/expressions.hpp"
#include "mapfile/map_index.hpp"
#include "mapfile/model/furniture.hpp"
#include "mapfile/model/layer.hpp"
#include "mapfile/model/output_format.hpp"
#include "mapfile/model/symbol.hpp"

#include <filesystem>

namespace ms::mapfile {

struct Web {
    std::string browse_format = "text/html";
    std::string legend_format = "text/html";
    std::string query_format = "text/html";
    std::string empty_url, error_url;
    std::string header, footer, template_path, min_template, max_template;
    std::string image_path, image_url, temp_path;
    double min_scale_denominator = -1;
    double max_scale_denominator = -1;
    StringMap metadata;
    StringMap validation;
    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(Web const&, Web const&) = default;
};

/// A font of the FONTSET file: alias and path.
struct FontEntry {
    std::string name;
    std::filesystem::path path;
    friend bool operator==(FontEntry const&, FontEntry const&) = default;
};

/// The origin of a map; not part of its value, so it always compares equal.
struct Provenance {
    /// The mapfile and everything it includes, its symbol set and font set too; [0] is the mapfile
    /// itself.
    std::vector<std::filesystem::path> files;
    /// What it refers to and could not be read.
    std::vector<std::filesystem::path> unread;
    /// Relative paths of the mapfile start here: its own folder.
    std::filesystem::path directory;

    /// "file:line:column" for messages; the file without its folder.
    [[nodiscard]] std::string where(Position const& at) const;

    friend bool operator==(Provenance const&, Provenance const&) { return true; }
};

struct Map {
    std::string name = "MS";
    bool status = true;
    int debug = -1; ///< -1: the global level
    Extent extent;
    Size size;
    int max_size = 4096; ///< largest width or height
    Units units = Units::Meters;
    bool has_units = false;
    Projection projection;
    double angle = 0; ///< degrees
    double resolution = 72;
    double def_resolution = 72;
    double scale_denominator = -1;
    OptionalColor image_color = image::Color{255, 255, 255, 255};
    std::string image_type; ///< name of an output format; empty: the default
    std::string shape_path, font_set_path, symbol_set_path;
    Position font_set_at{}, symbol_set_at{};
    StringMap config; ///< CONFIG "key" "value"

    Web web;
    Legend legend;
    ScaleBar scale_bar;
    Reference reference;
    QueryMap query_map;
    Projection lat_lon;                       ///< LATLON
    std::vector<OutputFormat> output_formats; ///< those written in the mapfile
    /// [0] is the built-in one; then those in the mapfile, then those of SYMBOLSET, then image
    /// files that styles name in SYMBOL.
    std::vector<Symbol> symbols;
    std::size_t inline_symbols_end =
        0; ///< [1] up to here: those in the mapfile; 0: built-in ones are not added yet
    std::vector<FontEntry> fonts;
    std::vector<Layer> layers;
    std::vector<PreservedKeyword> kept;
    Position at{};

    Provenance origin;
    /// Both are built by freeze(), which load_file() calls: they are optional indexes.
    Expressions expressions{};
    MapIndexOwner index{};

    /// "file:line:column" for messages; the file without its folder.
    [[nodiscard]] std::string where(Position const& place) const { return origin.where(place); }
    /// The layer of this name (exact case), or nullptr.
    [[nodiscard]] Layer const* find_layer(std::string_view layer_name) const noexcept;
    /// The number of a symbol by name (without case), or -1.
    [[nodiscard]] int find_symbol(std::string_view symbol_name) const noexcept;
    /// The font of this name in FONTSET (without case), or nullptr.
    [[nodiscard]] FontEntry const* find_font(std::string_view font_name) const noexcept;
    /// The folder of the map's own definitions and grids for PROJ: CONFIG "PROJ_DATA", else
    /// "PROJ_LIB". Empty: it has none.
    [[nodiscard]] std::string proj_data() const;

    friend bool operator==(Map const&, Map const&) = default;
};

/// PROJECTION of the layer; the map's where the layer has none, or AUTO and no data to ask.
[[nodiscard]] Projection const& projection_of(Map const& map, Layer const& layer) noexcept;

/// Compiles the expressions of a complete map.
/// \param known of the map that this one was copied from
void freeze(Map& map, Expressions const& known = {});

} // namespace ms::mapfile

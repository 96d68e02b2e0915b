// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The small values that all blocks of a mapfile consist of.

#include "base/string.hpp"
#include "image/color.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::mapfile {

/// The place of a text. `file` indexes Map::files; line and column start at 1, 0 = unknown.
struct Position {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    /// Models with the same content are equal, regardless of places.
    friend constexpr bool operator==(Position const&, Position const&) { return true; }
};

using OptionalColor = std::optional<image::Color>; ///< empty: not set (-1 -1 -1)

/// A value that may instead be read from an attribute `[name]` or computed by `( ... )` per
/// feature.
template <typename T>
struct Bindable {
    T value{};              ///< used when neither of the others is set
    std::string attribute;  ///< without the brackets
    std::string expression; ///< with the outer parentheses
    Position at{};

    [[nodiscard]] bool is_constant() const { return attribute.empty() && expression.empty(); }
    friend bool operator==(Bindable const&, Bindable const&) = default;
};

enum class ExpressionKind : std::uint8_t {
    None,
    String,  ///< compared with CLASSITEM / FILTERITEM / LABELITEM
    Regex,   ///< `/re/`, matched against the same
    List,    ///< `{a,b}`, without the braces
    Logical, ///< `( ... )`, text with the outer parentheses
};

/// EXPRESSION, FILTER, TEXT and similar values: as written; Map::expressions contains the parsed
/// ones.
struct Expression {
    ExpressionKind kind = ExpressionKind::None;
    std::string text;
    bool ignore_case = false; ///< suffix i of a string or regex
    Position at{};

    [[nodiscard]] bool is_set() const { return kind != ExpressionKind::None; }
    friend bool operator==(Expression const&, Expression const&) = default;
};

/// METADATA, VALIDATION and other pairs of strings, in file order. Keys compare without case.
struct StringMap {
    std::vector<std::pair<std::string, std::string>> entries;

    /// The value of a key, or nullptr.
    [[nodiscard]] std::string const* find(std::string_view key) const noexcept;
    /// Replaces the value of an existing key or appends.
    void set(std::string_view key, std::string_view value);
    [[nodiscard]] bool empty() const noexcept { return entries.empty(); }
    /// In the iteration order of MapServer's hash tables, which is visible in scripts and written
    /// mapfiles.
    [[nodiscard]] std::vector<std::pair<std::string, std::string> const*> in_table_order() const;
    friend bool operator==(StringMap const&, StringMap const&) = default;
};

/// A known keyword without effect: stored for the writer and reported by `mapcheck`.
struct PreservedKeyword {
    std::string keyword; ///< upper case
    std::string text;    ///< its arguments (or whole block with END) as the writer prints them
    Position at{};
    friend bool operator==(PreservedKeyword const&, PreservedKeyword const&) = default;
};

/// A PROJECTION block as written: one string per token; empty: not set.
struct Projection {
    std::vector<std::string> arguments;
    Position at{};

    [[nodiscard]] bool is_set() const { return !arguments.empty(); }
    /// The data say what they are in (source/data_crs.hpp), or each file of raster data does.
    [[nodiscard]] bool is_auto() const
    {
        return arguments.size() == 1 && is_auto_word(arguments.front());
    }
    /// AUTO, in any case and with blanks around: of a block, or of TILESRS in an index.
    [[nodiscard]] static bool is_auto_word(std::string_view word)
    {
        return equals_ignoring_case(trim(word), "AUTO");
    }
    friend bool operator==(Projection const&, Projection const&) = default;
};

/// EXTENT: minx miny maxx maxy; pixel centre to pixel centre for a MAP.
struct Extent {
    double min_x = -1;
    double min_y = -1;
    double max_x = -1;
    double max_y = -1;

    [[nodiscard]] bool is_set() const { return min_x < max_x && min_y < max_y; }
    friend bool operator==(Extent const&, Extent const&) = default;
};

struct Size {
    int width = -1;  ///< pixels
    int height = -1; ///< pixels
    friend bool operator==(Size const&, Size const&) = default;
};

enum class Units : std::uint8_t {
    Inches,
    Feet,
    Miles,
    Meters,
    Kilometers,
    NauticalMiles,
    Degrees,
    Pixels,
    Percentages,
};

enum class Status : std::uint8_t { Off, On, Default, Embed };

/// POSITION of labels, legends and scale bars. First letter: vertical, second: horizontal.
enum class Placement : std::uint8_t { UL, UC, UR, CL, CC, CR, LL, LC, LR, Auto };

} // namespace ms::mapfile

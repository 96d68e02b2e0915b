// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// One font file: its metrics and the outlines of its glyphs.

#include "geometry/column.hpp"
#include "text/halo_cache.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>

struct hb_font_t;

namespace ms::text {

/// How closely polygons follow the curves of an outline.
enum class Detail : std::uint8_t {
    Text,  ///< within 1/8 pixel up to 32 pixels
    Large, ///< within 1/8 pixel up to 512 pixels
};

/// A scalable font (TrueType, OpenType, Type 1). Logically immutable and shared between threads:
/// outlines are read once, under a lock, and cached (bounded by the font's number of glyphs).
class Font {
public:
    /// \throws Error{Source} when the file is missing or no font; the message has no path
    explicit Font(std::filesystem::path const& path);
    ~Font();
    Font(Font const&) = delete;
    Font& operator=(Font const&) = delete;

    /// Lengths in em: multiply by the size in pixels.
    [[nodiscard]] double ascender() const noexcept { return m_ascender; }
    [[nodiscard]] double descender() const noexcept { return m_descender; } ///< negative: below

    /// The glyph of a character, 0 if the font has none. In symbol fonts (code points from 0xF000)
    /// characters match by their low byte too.
    [[nodiscard]] std::uint32_t glyph_of(char32_t character) const;

    /// The advance in em of a character of Latin script (below latin_end), 0 if the font has none
    /// or shaping may hide it: without a lock, for estimates before shaping.
    [[nodiscard]] double latin_advance(char32_t character) const noexcept
    {
        return character < latin_end ? static_cast<double>(m_latin_advances[character]) : 0;
    }
    static constexpr char32_t latin_end = 0x250;

    /// The outline of a glyph at a size of 1: one feature, closed rings, y down, origin on the
    /// baseline. Fill it NonZero. Valid as long as the font.
    [[nodiscard]] geometry::GeometryColumn const& outline(std::uint32_t glyph, Detail detail) const;
    /// The box of outline(glyph, Detail::Text), empty for blanks.
    [[nodiscard]] geometry::Box ink(std::uint32_t glyph) const;

    /// Halos of its letters, made by who draws them.
    [[nodiscard]] HaloCache& halos() const noexcept;

    /// For the shaper: 64 units a pixel would lose digits, so it is scaled to units_per_em.
    [[nodiscard]] hb_font_t* shaping_font() const noexcept;
    [[nodiscard]] double units_per_em() const noexcept { return m_units_per_em; }

private:
    struct State;
    struct Outline;
    [[nodiscard]] Outline const& kept_outline(std::uint32_t glyph, Detail detail) const;
    [[nodiscard]] std::array<float, latin_end> measure_latin() const;

    std::unique_ptr<State> m_state;
    double m_units_per_em = 1;
    double m_ascender = 0;
    double m_descender = 0;
    std::array<float, latin_end> m_latin_advances{};
};

} // namespace ms::text

// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the files of symbols: images, drawings and fonts.

#include "base/budget.hpp"
#include "mapfile/model/map.hpp"
#include "style/symbol_files.hpp"
#include "text/font_cache.hpp"

#include <map>
#include <memory>

namespace ms::style {

/// The symbol that a style refers to, or nullptr: number 0, or an unknown name.
[[nodiscard]] mapfile::Symbol const* find_symbol(mapfile::Map const& map,
                                                 mapfile::SymbolReference const& reference);

/// Reads each file once, when it is first needed. One object per image; for one thread.
class SymbolArt {
public:
    /// \param map must outlive the object \param fonts nullptr: glyphs have no outlines, only sizes
    /// \param files of the process; nullptr: this object reads its own
    explicit SymbolArt(mapfile::Map const& map, text::FontCache* fonts = nullptr,
                       SymbolFiles* files = nullptr)
        : m_map(map), m_fonts(fonts), m_files(files)
    {}

    [[nodiscard]] mapfile::Map const& map() const noexcept { return m_map; }
    /// Of the request, for the tiles that are drawn of symbols; must outlive the object and them.
    void set_budget(Budget* budget) noexcept { m_budget = budget; }
    [[nodiscard]] Budget* budget() const noexcept { return m_budget; } ///< nullptr: unlimited

    // All throw Error{BadMapfile} naming the symbol's place in the mapfile when its file is missing
    // or broken.
    [[nodiscard]] std::shared_ptr<image::Bitmap const> pixmap(mapfile::Symbol const& symbol);
    [[nodiscard]] std::shared_ptr<paint::Svg const> svg(mapfile::Symbol const& symbol);
    /// nullptr without fonts
    [[nodiscard]] std::shared_ptr<text::Font const> font(mapfile::Symbol const& symbol);

private:
    mapfile::Map const& m_map;
    text::FontCache* m_fonts;
    SymbolFiles* m_files;
    Budget* m_budget = nullptr;
    std::map<mapfile::Symbol const*, std::shared_ptr<image::Bitmap const>> m_pixmaps;
    std::map<mapfile::Symbol const*, std::shared_ptr<paint::Svg const>> m_svgs;
};

} // namespace ms::style

// SPDX-License-Identifier: MIT
#include "style/symbol_art.hpp"

#include "base/base64.hpp"
#include "base/error.hpp"
#include "base/string.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::style {

namespace {

/// Runs `read`; an error is the mapfile's fault and gets its place there.
template <typename Read>
auto at_symbol(mapfile::Map const& map, mapfile::Symbol const& symbol, std::string_view file,
               Read read)
{
    try {
        return read();
    } catch (Error const& error) {
        auto const message = fmt::format("{}: symbol \"{}\": {}: {}", map.where(symbol.at),
                                         symbol.name, file, error.what());
        if (auto const* const public_error = dynamic_cast<PublicError const*>(&error)) {
            throw PublicError{ErrorKind::BadMapfile, message, public_error->public_text()};
        }
        throw Error{ErrorKind::BadMapfile, message};
    }
}

/// IMAGE for messages: a data URL without its data.
std::string_view written_image(mapfile::Symbol const& symbol)
{
    std::string_view const image = symbol.image;
    return image.starts_with("data:") ? image.substr(0, image.find(',')) : image;
}

} // namespace

mapfile::Symbol const* find_symbol(mapfile::Map const& map,
                                   mapfile::SymbolReference const& reference)
{
    int const index = reference.name.empty() ? reference.index : map.find_symbol(reference.name);
    return index > 0 && static_cast<std::size_t>(index) < map.symbols.size()
               ? &map.symbols[static_cast<std::size_t>(index)]
               : nullptr;
}

std::shared_ptr<image::Bitmap const> SymbolArt::pixmap(mapfile::Symbol const& symbol)
{
    auto& kept = m_pixmaps[&symbol];
    if (!kept) {
        kept = at_symbol(m_map, symbol, written_image(symbol), [&] {
            if (auto const in_place = from_data_url(symbol.image)) {
                return decode_pixmap(*in_place);
            }
            return m_files == nullptr ? decode_pixmap(read_symbol_file(symbol.image_path))
                                      : m_files->pixmap(symbol.image_path);
        });
    }
    return kept;
}

std::shared_ptr<paint::Svg const> SymbolArt::svg(mapfile::Symbol const& symbol)
{
    auto& kept = m_svgs[&symbol];
    if (!kept) {
        kept = at_symbol(m_map, symbol, written_image(symbol), [&] {
            if (auto const in_place = from_data_url(symbol.image)) {
                return decode_svg(*in_place);
            }
            return m_files == nullptr ? decode_svg(read_symbol_file(symbol.image_path))
                                      : m_files->svg(symbol.image_path);
        });
    }
    return kept;
}

std::shared_ptr<text::Font const> SymbolArt::font(mapfile::Symbol const& symbol)
{
    if (m_fonts == nullptr) {
        return nullptr;
    }
    if (symbol.font.empty()) { // as MapServer
        return m_fonts->default_font();
    }
    return at_symbol(m_map, symbol, "FONT \"" + symbol.font + "\"", [&] {
        auto const* const entry = m_map.find_font(symbol.font);
        if (entry == nullptr) {
            throw Error{ErrorKind::BadMapfile, "it is not in the FONTSET"};
        }
        return m_fonts->open(entry->path);
    });
}

} // namespace ms::style

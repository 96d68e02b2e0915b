// SPDX-License-Identifier: MIT
#include "style/symbol_art.hpp"

#include "base/base64.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "image/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace ms::style {

namespace {

constexpr std::uintmax_t largest_file = 16U << 20U;
constexpr std::size_t most_pixels = 1U << 22U;

std::vector<std::uint8_t> read_file(std::filesystem::path const& path)
{
    std::error_code failure;
    auto const size = std::filesystem::file_size(path, failure);
    if (failure) {
        throw Error{ErrorKind::Source, failure.message()};
    }
    if (size > largest_file) {
        throw Error{ErrorKind::Limit, "the file is too large"};
    }
    std::vector<std::uint8_t> bytes(size);
    std::ifstream in{path, std::ios::binary};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how streams take bytes
    if (!in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size))) {
        throw Error{ErrorKind::Source, "the file cannot be read"};
    }
    return bytes;
}

std::vector<std::uint8_t> read_image(mapfile::Symbol const& symbol)
{
    auto in_place = from_data_url(symbol.image);
    return in_place ? *std::move(in_place) : read_file(symbol.image_path);
}

/// Runs `read`; what goes wrong is the mapfile's fault and gets its place there.
template <typename Read>
auto at_symbol(mapfile::Map const& map, mapfile::Symbol const& symbol, std::string_view file,
               Read read)
{
    try {
        return read();
    } catch (Error const& error) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("{}: symbol \"{}\": {}: {}", map.where(symbol.at), symbol.name,
                                file, error.what())};
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
            return std::make_shared<image::Bitmap const>(
                image::decode(read_image(symbol), most_pixels));
        });
    }
    return kept;
}

std::shared_ptr<paint::Svg const> SymbolArt::svg(mapfile::Symbol const& symbol)
{
    auto& kept = m_svgs[&symbol];
    if (!kept) {
        kept = at_symbol(m_map, symbol, written_image(symbol),
                         [&] { return std::make_shared<paint::Svg const>(read_image(symbol)); });
    }
    return kept;
}

std::shared_ptr<text::Font const> SymbolArt::font(mapfile::Symbol const& symbol)
{
    if (m_fonts == nullptr) {
        return nullptr;
    }
    return at_symbol(m_map, symbol, "FONT \"" + symbol.font + "\"", [&] {
        auto const entry = std::ranges::find_if(m_map.fonts, [&](auto const& candidate) {
            return equals_ignoring_case(candidate.name, symbol.font);
        });
        if (entry == m_map.fonts.end()) {
            throw Error{ErrorKind::BadMapfile, "it is not in the FONTSET"};
        }
        return m_fonts->open(entry->path);
    });
}

} // namespace ms::style

// SPDX-License-Identifier: MIT
#include "sld/symbolizers.hpp"

#include "base/deadline.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/pattern.hpp"
#include "mapfile/resolve.hpp"
#include "sld/marks.hpp"

#include <algorithm>

namespace ms::sld {

namespace {

/// A pattern that matches anywhere is enough inside the folder of the map; to name a file elsewhere
/// it has to match all of the path, or of the URL as it was written.
bool is_file_allowed(mapfile::Pattern const& pattern, std::string const& href,
                     std::string const& path)
{
    // The normalized name (without "x/..") must match too, or a pattern for a folder would allow
    // any path.
    auto const normal = std::filesystem::path{path}.lexically_normal().string();
    bool const is_elsewhere = normal.starts_with('/') || normal.starts_with("..");
    if (!is_elsewhere) {
        return pattern.is_in(href) && pattern.is_in(normal);
    }
    return pattern.is_in(href) &&
           (pattern.is_all_of(normal) || (path == normal && pattern.is_all_of(href)));
}

bool is_url_allowed(mapfile::Pattern const& pattern, std::string const& url)
{
    return pattern.is_in(url) && url.find("..") == std::string::npos;
}

} // namespace

std::string SymbolBuilder::added(mapfile::Symbol symbol)
{
    auto name = symbol.name;
    if (m_map.find_symbol(name) < 0) {
        m_map.symbols.push_back(std::move(symbol));
    }
    return name;
}

std::string SymbolBuilder::left_out(std::string_view why)
{
    m_notes.push_back("layer \"" + m_layer.name + "\": an ExternalGraphic of the SLD " +
                      std::string{why});
    return {};
}

std::string SymbolBuilder::mark(std::string_view well_known_name, bool is_filled)
{
    auto const* known = find_mark(well_known_name);
    if (known == nullptr && m_map.find_symbol(well_known_name) >= 0) {
        return std::string{well_known_name};
    }
    known = known == nullptr ? find_vendor_mark(well_known_name) : known;
    known = known == nullptr ? find_mark("square") : known;
    return added(make_symbol(*known, is_filled));
}

std::string SymbolBuilder::hatch()
{
    return added({.name = std::string{hatch_symbol}, .type = mapfile::SymbolType::Hatch});
}

std::string SymbolBuilder::image(std::string const& href)
{
    auto const* pattern = m_layer.validation.find("sld_external_graphic");
    pattern = pattern == nullptr ? m_map.web.validation.find("sld_external_graphic") : pattern;
    bool const is_file_url = starts_with_ignoring_case(href, "file://");
    auto const path = is_file_url ? href.substr(7) : href;
    bool const is_remote = path.find("://") != std::string::npos;
    bool const is_allowed =
        pattern != nullptr && (is_remote ? is_url_allowed(mapfile::Pattern{*pattern}, href)
                                         : is_file_allowed(mapfile::Pattern{*pattern}, href, path));
    if (!is_allowed) {
        return left_out("is not matched by VALIDATION \"sld_external_graphic\"");
    }
    return is_remote ? remote_image(path) : image_file(href, path);
}

std::string SymbolBuilder::remote_image(std::string const& url)
{
    try {
        return added(m_images.symbol(url));
    } catch (Interrupted const&) {
        throw; // the request's time, not the image
    } catch (Error const& error) {
        return left_out(std::string{"is not fetched: "} + error.what());
    }
}

std::string SymbolBuilder::image_file(std::string const& href, std::string_view path)
{
    auto const file = mapfile::map_path(m_map, path);
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) {
        return left_out("names no file");
    }
    bool const is_svg = equals_ignoring_case(file.extension().string(), ".svg");
    return added({.name = href,
                  .type = is_svg ? mapfile::SymbolType::Svg : mapfile::SymbolType::Pixmap,
                  .image = std::string{path},
                  .image_path = file});
}

std::string SymbolBuilder::font(std::string const& family, std::string const& style,
                                std::string const& weight) const
{
    auto const part = [](std::string const& word) {
        bool const is_plain = word.empty() || equals_ignoring_case(word, "normal");
        return is_plain ? std::string{} : '-' + word;
    };
    for (auto const& name :
         {family + part(weight) + part(style), family + part(style) + part(weight),
          family + part(weight), family + part(style), family}) {
        auto const found = std::ranges::find_if(m_map.fonts, [&](mapfile::FontEntry const& entry) {
            return equals_ignoring_case(entry.name, name);
        });
        if (!name.empty() && found != m_map.fonts.end()) {
            return name; // as the style sheet writes it: GetStyles repeats it
        }
    }
    return {};
}

} // namespace ms::sld

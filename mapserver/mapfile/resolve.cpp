// SPDX-License-Identifier: MIT
#include "mapfile/resolve.hpp"

#include "base/string.hpp"
#include "mapfile/symbol_set.hpp"
#include "mapfile/walk.hpp"

namespace ms::mapfile {

namespace fs = std::filesystem;

fs::path map_path(Map const& map, std::string_view written)
{
    return (map.origin.directory / written).lexically_normal();
}

Symbol built_in_symbol()
{
    return {.type = SymbolType::Ellipse, .points = {{1, 1}}, .filled = true};
}

void add_built_in_symbol(Map& map)
{
    for (auto& symbol : map.symbols) {
        resolve_image(symbol, map.origin.directory);
    }
    map.symbols.insert(map.symbols.begin(), built_in_symbol());
    map.inline_symbols_end = map.symbols.size();
}

Symbol image_symbol(std::string name, std::string file, fs::path const& directory)
{
    bool const is_svg = equals_ignoring_case(fs::path{file}.extension().string(), ".svg");
    Symbol symbol{.name = std::move(name),
                  .type = is_svg ? SymbolType::Svg : SymbolType::Pixmap,
                  .image = std::move(file)};
    resolve_image(symbol, directory);
    return symbol;
}

void add_image_symbols(Map& map)
{
    for_each_style(map, [&map](Style const& style) {
        auto const& name = style.symbol.value.name;
        std::error_code error;
        if (name.empty() || map.find_symbol(name) >= 0 ||
            !fs::is_regular_file(map_path(map, name), error)) {
            return;
        }
        map.symbols.push_back(image_symbol(name, name, map.origin.directory));
    });
}

void add_default_types(Map& map)
{
    for (auto& format : map.output_formats) {
        if (format.mime_type.empty() && equals_ignoring_case(format.driver, "TEMPLATE")) {
            format.mime_type = "text/html";
        }
    }
}

} // namespace ms::mapfile

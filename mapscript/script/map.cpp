// SPDX-License-Identifier: MIT
#include "script/map.hpp"

#include "mapfile/load.hpp"
#include "mapfile/pattern.hpp"
#include "mapfile/resolve.hpp"
#include "mapfile/walk.hpp"
#include "render/core/output.hpp"
#include "script/config.hpp"
#include "script/output_buffer.hpp"
#include "script/projection.hpp"
#include "script/services.hpp"
#include "script/snippet.hpp"
#include "sld/style_files.hpp"

#include <algorithm>
#include <numeric>

namespace ms::script {

namespace fs = std::filesystem;

namespace {

std::shared_ptr<mapfile::Map const> checked(mapfile::Loaded loaded)
{
    if (!loaded.map) {
        throw parse_failure(loaded.problems, "msLoadMap()");
    }
    std::vector<std::string> notes;
    auto map = sld::with_style_files(std::move(loaded.map), notes);
    for (auto const& note : notes) {
        process().log.write(LogLevel::Error, note);
    }
    return map;
}

std::shared_ptr<mapfile::Map const> load(Text const& mapfile, configObj const* config)
{
    if (config != nullptr) {
        use_config(*config);
    }
    if (mapfile.str().empty()) {
        auto map = std::make_shared<mapfile::Map>();
        mapfile::add_built_in_symbol(*map);
        return map;
    }
    auto const pattern = config_value("MS_MAPFILE_PATTERN");
    mapfile::Pattern const allowed{pattern.empty() ? R"(\.map$)" : pattern};
    fail_if(!allowed.is_in(mapfile.str()), MS_REGEXERR, "msLoadMap()",
            "Filename validation failed.");
    std::error_code error;
    fail_if(!fs::is_regular_file(mapfile.str(), error), MS_IOERR, "msLoadMap()",
            '(' + mapfile.str() + ')');
    return checked(mapfile::load_file(mapfile.str()));
}

/// Numbers of symbols that styles have by name.
void number_symbols(mapfile::Map& map)
{
    mapfile::for_each_style(map, [&map](mapfile::Style& style) {
        auto& symbol = style.symbol.value;
        if (!symbol.name.empty()) {
            symbol.index = std::max(map.find_symbol(symbol.name), 0);
        }
    });
}

/// MapServer has the options of a mapfile back to front.
void turn_options(mapfile::OutputFormat& format)
{
    std::ranges::reverse(format.options.entries);
}

/// The formats of a mapfile as scripts see them.
std::vector<mapfile::OutputFormat> formats_of(mapfile::Map const& map)
{
    auto formats = render::output_formats(map);
    formats.resize(map.output_formats.size());
    std::ranges::for_each(formats, turn_options);
    return formats;
}

} // namespace

void mapObj::complete()
{
    scaledenom = block.scale_denominator;
    layerorder.resize(layers.size());
    std::iota(layerorder.begin(), layerorder.end(), 0);
    symbolset.directory = block.origin.directory;
    symbolset.filename = text_or_null(block.symbol_set_path);
    fontset.filename = text_or_null(block.font_set_path);
    auto const inline_end = std::min(block.inline_symbols_end, symbolset.symbols.size());
    for (std::size_t i = 1; i < inline_end; ++i) {
        symbolset.symbols[i]->inmapfile = MS_TRUE;
    }
}

mapObj::mapObj(Text const& mapfile, std::shared_ptr<configObj> used)
    : mapObj(load(mapfile, used.get()))
{
    config = std::move(used);
}

mapObj::mapObj(std::shared_ptr<mapfile::Map const> loaded) : m_frozen(std::move(loaded))
{
    auto whole = *m_frozen;
    whole.output_formats = formats_of(whole);
    number_symbols(whole);
    lift(std::move(whole));
    imagetype = render::find_output_format(*m_frozen, "").name;
    outputformat = getOutputFormatByName(imagetype);
    m_frozen_version = sync();
}

std::shared_ptr<mapObj> msLoadMapFromString(Text const& buffer, Text const& mappath,
                                            std::shared_ptr<configObj> config)
{
    if (config != nullptr) {
        use_config(*config);
    }
    auto const folder = mappath.is_null() ? fs::current_path() : fs::path{mappath.str()};
    auto map = std::make_shared<mapObj>(checked(mapfile::load_text(buffer.str(), folder)));
    map->config = std::move(config);
    map->mappath = mappath.is_null() ? folder.string() : mappath; // unchanged
    adopt_children(map);
    return map;
}

void adopt_children(std::shared_ptr<mapObj> const& map)
{
    for (auto const& layer : map->layers) {
        layer->parent = map;
    }
    map->legend.parent = map;
    map->reference.parent = map;
    map->querymap.parent = map;
    map->web.parent = map;
}

namespace {

/// The active format, then the others of the mapfile; with the defaults of their drivers.
std::vector<mapfile::OutputFormat> formats_of_text(mapObj const& map)
{
    std::vector<mapfile::OutputFormat> formats;
    auto const add = [&formats](outputFormatObj& format) {
        auto& block = formats.emplace_back(format.current());
        block.transparent = render::wants_transparency(format.block);
        if (block.image_mode == mapfile::ImageMode::Default) {
            block.image_mode =
                *block.transparent ? mapfile::ImageMode::Rgba : mapfile::ImageMode::Rgb;
        }
    };
    if (map.outputformat != nullptr) {
        add(*map.outputformat);
    }
    for (auto const& format : map.formats) {
        if (format->inmapfile != MS_FALSE && format != map.outputformat) {
            add(*format);
        }
    }
    return formats;
}

} // namespace

mapfile::Map mapObj::current(Formats of)
{
    auto whole = Node::current();
    whole.inline_symbols_end = 1;
    for (auto const& symbol : symbolset.symbols) {
        whole.inline_symbols_end += symbol->inmapfile != MS_FALSE ? 1U : 0U;
    }
    if (of == Formats::OfMapfile) {
        whole.output_formats = formats_of_text(*this);
        whole.image_type = imagetype.str();
    }
    return whole;
}

std::shared_ptr<mapfile::Map const> mapObj::freeze()
{
    auto const newest = sync();
    if (newest != m_frozen_version) {
        auto map = std::make_shared<mapfile::Map>(current(Formats::All));
        mapfile::add_image_symbols(*map);
        m_frozen = std::move(map);
        m_frozen_version = newest;
    }
    return m_frozen;
}

std::shared_ptr<mapObj> mapObj::clone()
{
    auto whole = std::make_shared<mapfile::Map>(current(Formats::All));
    mapfile::add_image_symbols(*whole);
    std::ranges::for_each(whole->output_formats, turn_options); // the copy turns them again
    whole->symbols.emplace_back(); // a copy in MapServer has one more, without a name
    auto copy = std::make_shared<mapObj>(std::move(whole));
    copy->layerorder = layerorder;
    copy->scaledenom = scaledenom;
    copy->cellsize = cellsize;
    copy->symbolset.filename = symbolset.filename;
    copy->fontset = fontset;
    adopt_children(copy);
    return copy;
}

Text mapObj::convertToString()
{
    return Snippet<mapfile::Map>::text_of(current(Formats::OfMapfile));
}

int mapObj::save(Text const& filename)
{
    auto const path = path_of(filename);
    write_file(path, convertToString().str(), {MS_IOERR, "msSaveMap()", '(' + path.string() + ')'});
    return MS_SUCCESS;
}

fs::path mapObj::path_of(Text const& written) const
{
    return fs::path{mappath.str()} / written.str();
}

} // namespace ms::script

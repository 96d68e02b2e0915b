// SPDX-License-Identifier: MIT
#include "sld/style_files.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/load.hpp"
#include "mapfile/resolve.hpp"
#include "mapfile/text_file.hpp"
#include "sld/document.hpp"
#include "sld/rules.hpp"

#include <algorithm>

namespace ms::sld {

namespace {

constexpr std::string_view prefix = "sld://";
constexpr std::size_t max_file_size = 5U << 20U;

bool has_style_file(mapfile::Layer const& layer)
{
    return starts_with_ignoring_case(layer.style_item, prefix);
}

/// Null: no NamedLayer for this layer.
XmlNode const* find_named_layer(Document const& document, mapfile::Layer const& layer)
{
    XmlNode const* first = nullptr;
    for (auto const& child : document.root.children) {
        if (child.name != "NamedLayer") {
            continue;
        }
        if (equals_ignoring_case(child.text_of("Name"), layer.name)) {
            return &child;
        }
        first = first == nullptr ? &child : first;
    }
    auto const* const use_first = layer.metadata.find("SLD_USE_FIRST_NAMEDLAYER");
    bool const may_be_first = use_first == nullptr || !equals_ignoring_case(*use_first, "false");
    return may_be_first ? first : nullptr;
}

void apply_file(mapfile::Map& map, mapfile::Layer& layer, std::vector<std::string>& notes)
{
    auto const path =
        mapfile::map_path(map, std::string_view{layer.style_item}.substr(prefix.size()));
    map.origin.files.push_back(path);
    layer.style_item.clear();
    auto const note = [&](std::string const& what) {
        notes.push_back("layer \"" + layer.name + "\": STYLEITEM: " + what);
    };
    try {
        auto const document = parse(mapfile::read_text_file(path, max_file_size));
        if (auto const* const found = find_named_layer(document, layer)) {
            RemoteImages none{{}}; // local styles name local files
            Budget unlimited;      // from the mapfile, not from a client
            style_layer(*found, map, layer, none, notes, unlimited);
        } else {
            note("no NamedLayer of the SLD is for it");
        }
    } catch (Error const& error) {
        note(error.what());
    }
}

} // namespace

std::shared_ptr<mapfile::Map const> with_style_files(std::shared_ptr<mapfile::Map const> map,
                                                     std::vector<std::string>& notes)
{
    if (map == nullptr || std::ranges::none_of(map->layers, has_style_file)) {
        return map;
    }
    auto copy = std::make_shared<mapfile::Map>(*map);
    for (auto& layer : copy->layers) {
        if (has_style_file(layer)) {
            apply_file(*copy, layer, notes);
        }
    }
    mapfile::freeze(*copy, map->expressions);
    return copy;
}

std::shared_ptr<mapfile::Map const> load_styled(std::filesystem::path const& mapfile, Log& log)
{
    std::vector<std::string> notes;
    auto map = with_style_files(mapfile::load_or_throw(mapfile, {}, &log), notes);
    for (auto const& note : notes) {
        log.write(LogLevel::Error, note);
    }
    return map;
}

} // namespace ms::sld

// SPDX-License-Identifier: MIT
// What scripts hold of each part beside its block.
#include "base/string.hpp"
#include "script/exchange.hpp"

#include <algorithm>

namespace ms::script {

namespace {

namespace fs = std::filesystem;

/// Inline features and tile indexes are kinds of their own to scripts.
struct Connection {
    mapfile::ConnectionType& model;
    [[nodiscard]] int shown() const { return number_of(model); }
    bool set(int script) const
    {
        bool const is_local = script == MS_INLINE || script == MS_TILED_SHAPEFILE;
        return to_model(is_local ? MS_SHAPEFILE : script, model);
    }
};

/// The folder of a map, for scripts with a slash at its end, which they may leave out.
struct Folder {
    fs::path& model;
    [[nodiscard]] Text shown() const
    {
        return model.empty() ? Text{} : Text{(model / "").string()};
    }
    bool set(Text const& script) const
    {
        fs::path const folder{script.str()};
        return assign(model, folder.has_filename() ? folder : folder.parent_path());
    }
};

/// The scripts' table of fonts, with the places of those from a file.
std::vector<mapfile::FontEntry> fonts_of(hashTableObj const& table,
                                         std::vector<mapfile::FontEntry> const& before)
{
    std::vector<mapfile::FontEntry> fonts;
    for (auto const& [name, path] : table.map.entries) {
        auto const known = std::ranges::find_if(
            before, [&](auto const& font) { return font.name == name && font.path == path; });
        fonts.push_back(known != before.end() ? *known
                                              : mapfile::FontEntry{.name = name, .path = path});
    }
    return fonts;
}

struct Fonts {
    std::vector<mapfile::FontEntry>& model;
};

void to_script(hashTableObj& script, Fonts fonts)
{
    script.clear();
    for (auto const& font : fonts.model) {
        script.map.set(font.name, font.path.string());
    }
}

bool to_model(hashTableObj const& script, Fonts fonts)
{
    bool const is_same = std::ranges::equal(
        script.map.entries, fonts.model, [](auto const& entry, mapfile::FontEntry const& font) {
            return entry.first == font.name && entry.second == font.path.native();
        });
    return !is_same && assign(fonts.model, fonts_of(script, fonts.model));
}

} // namespace

template <typename Way>
void exchange(Way& way, mapObj& s, mapfile::Map& block)
{
    way(s.extent, block.extent);
    way(s.imagecolor, block.image_color);
    way(s.configoptions, block.config);
    way(s.mappath, Folder{block.origin.directory});
    way(s.fontset.fonts, Fonts{block.fonts});
    way(s.layers, block.layers);
    way(s.symbolset.symbols, block.symbols);
    way(s.formats, block.output_formats);
    way(s.legend, block.legend);
    way(s.scalebar, block.scale_bar);
    way(s.reference, block.reference);
    way(s.querymap, block.query_map);
    way(s.web, block.web);
}

template <typename Way>
void exchange(Way& way, layerObj& s, mapfile::Layer& block)
{
    way(s.connectiontype, Connection{block.connection_type});
    way(s.bindvals, block.bind_values);
    way(s.connectionoptions, block.connection_options);
    way(s.extent, block.extent);
    way(s.offsite, block.offsite);
    way(s.metadata, block.metadata);
    way(s.validation, block.validation);
    way(s.compositer, block.compositors);
    way(s.cluster, block.cluster);
    way(s.classes, block.classes);
}

template <typename Way>
void exchange(Way& way, classObj& s, mapfile::Class& block)
{
    way(s.metadata, block.metadata);
    way(s.validation, block.validation);
    way(s.styles, block.styles);
    way(s.labels, block.labels);
    way(s.leader, block.leader);
}

template <typename Way>
void exchange(Way& way, styleObj& s, mapfile::Style& block)
{
    way(s.color, block.color.value);
    way(s.outlinecolor, block.outline_color.value);
    way(s.mincolor, block.range_min_color);
    way(s.maxcolor, block.range_max_color);
}

template <typename Way>
void exchange(Way& way, labelObj& s, mapfile::Label& block)
{
    way(s.color, block.color.value);
    way(s.outlinecolor, block.outline_color.value);
    way(s.shadowcolor, block.shadow_color);
    way(s.styles, block.styles);
}

template <typename Way>
void exchange(Way& way, labelLeaderObj& s, mapfile::Leader& block)
{
    way(s.styles, block.styles);
}

template <typename Way>
void exchange(Way& way, legendObj& s, mapfile::Legend& block)
{
    way(s.imagecolor, block.image_color);
    way(s.outlinecolor, block.outline_color);
    way(s.label, OwnLabel{block.label, block.has_label});
}

template <typename Way>
void exchange(Way& way, scalebarObj& s, mapfile::ScaleBar& block)
{
    way(s.color, block.color);
    way(s.backgroundcolor, block.background_color);
    way(s.imagecolor, block.image_color);
    way(s.outlinecolor, block.outline_color);
    way(s.label, OwnLabel{block.label, block.has_label});
}

template <typename Way>
void exchange(Way& way, referenceMapObj& s, mapfile::Reference& block)
{
    way(s.extent, block.extent);
    way(s.color, block.color);
    way(s.outlinecolor, block.outline_color);
}

template <typename Way>
void exchange(Way& way, queryMapObj& s, mapfile::QueryMap& block)
{
    way(s.color, block.color);
}

template <typename Way>
void exchange(Way& way, webObj& s, mapfile::Web& block)
{
    way(s.metadata, block.metadata);
    way(s.validation, block.validation);
}

template <typename Way, Part Object>
void exchange(Way&, Object&, BlockOf<Object>&)
{}

template struct Node<classObj, mapfile::Class>;
template struct Node<clusterObj, mapfile::Cluster>;
template struct Node<labelLeaderObj, mapfile::Leader>;
template struct Node<labelObj, mapfile::Label>;
template struct Node<layerObj, mapfile::Layer>;
template struct Node<legendObj, mapfile::Legend>;
template struct Node<mapObj, mapfile::Map>;
template struct Node<outputFormatObj, mapfile::OutputFormat>;
template struct Node<queryMapObj, mapfile::QueryMap>;
template struct Node<referenceMapObj, mapfile::Reference>;
template struct Node<scalebarObj, mapfile::ScaleBar>;
template struct Node<styleObj, mapfile::Style>;
template struct Node<symbolObj, mapfile::Symbol>;
template struct Node<webObj, mapfile::Web>;

} // namespace ms::script

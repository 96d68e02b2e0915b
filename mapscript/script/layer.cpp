// SPDX-License-Identifier: MIT
#include "script/layer.hpp"

#include "base/string.hpp"
#include "script/constants.hpp"
#include "script/exchange.hpp"
#include "script/map.hpp"
#include "script/open_layer.hpp"
#include "script/projection.hpp"
#include "script/results.hpp"
#include "script/snippet.hpp"

namespace ms::script {

template <typename Way>
void exchange(Way& way, layerObj& s, mapfile::Layer& block)
{
    way(s.name, block.name);
    way(s.group, block.group);
    way(s.type, block.type);
    way(s.status, block.status);
    way(s.data, block.data);
    way(s.connection, block.connection);
    way(s.connectiontype, block.connection_type);
    way(s.plugin_library_original, block.plugin);
    way(s.tileindex, block.tile_index);
    way(s.tileitem, block.tile_item);
    way(s.tilesrs, block.tile_srs);
    way(s.encoding, block.encoding);
    way(s.filteritem, block.filter_item);
    way(s.bindvals, block.bind_values);
    way(s.connectionoptions, block.connection_options);
    way(s.maxfeatures, block.max_features);
    way(s.extent, block.extent);
    way(s.units, block.units);
    way(s.transform, block.transform);
    way(s.minscaledenom, block.min_scale_denominator);
    way(s.maxscaledenom, block.max_scale_denominator);
    way(s.mingeowidth, block.min_geo_width);
    way(s.maxgeowidth, block.max_geo_width);
    way(s.minfeaturesize, block.min_feature_size);
    way(s.requires_, block.requires_expression);
    way(s.labelrequires, block.label_requires_expression);
    way(s.classitem, block.class_item);
    way(s.classgroup, block.class_group);
    way(s.styleitem, block.style_item);
    way(s.mask, block.mask);
    way(s.sizeunits, block.size_units);
    way(s.symbolscaledenom, block.symbol_scale_denominator);
    way(s.offsite, block.offsite);
    way(s.labelitem, block.label_item);
    way(s.labelcache, block.label_cache);
    way(s.postlabelcache, block.post_label_cache);
    way(s.labelminscaledenom, block.label_min_scale_denominator);
    way(s.labelmaxscaledenom, block.label_max_scale_denominator);
    way(s.tolerance, block.tolerance);
    way(s.toleranceunits, block.tolerance_units);
    way(s.template_, block.template_path);
    way(s.header, block.header);
    way(s.footer, block.footer);
    way(s.utfitem, block.utf_item);
    way(s.metadata, block.metadata);
    way(s.validation, block.validation);
    way(s.debug, Debug{block.debug});
    way(s.compositer, block.compositors);
    way(s.cluster, block.cluster);
    way(s.classes, block.classes);
}

void complete(layerObj& layer)
{
    auto const& block = layer.node.block;
    layer.plugin_library = text_or_null(block.plugin);
    if (!block.features.empty() && block.data.empty()) {
        layer.connectiontype = MS_INLINE;
    }
    for (auto const& klass : layer.classes) {
        klass->parent = layer.weak_from_this();
    }
}

template struct Exchange<layerObj>;

namespace {

std::string processing_key(std::string_view directive)
{
    return std::string{trim(directive.substr(0, directive.find('=')))};
}

std::vector<mapfile::Feature::Point> points_of(lineObj const& line)
{
    std::vector<mapfile::Feature::Point> points;
    for (auto const& point : line.points) {
        points.push_back({point->x, point->y});
    }
    return points;
}

} // namespace

void adopt_children(std::shared_ptr<layerObj> const& layer)
{
    for (auto const& klass : layer->classes) {
        klass->parent = layer;
    }
}

std::shared_ptr<mapObj> map_of(layerObj const& layer)
{
    auto map = layer.parent.lock();
    if (map == nullptr) {
        throw Failure{MS_NULLPARENTERR, "msCheckParentPointer()", "The map parent object is null"};
    }
    return map;
}

std::shared_ptr<layerObj> layerObj::clone() const
{
    auto copy = copy_of(*this);
    copy->parent.reset();
    copy->reading.reset();
    copy->results.reset();
    copy->compositer = chain_of(compositors_of(compositer.get()));
    adopt_children(copy);
    return copy;
}

int layerObj::insertClass(std::shared_ptr<classObj> classobj, int index)
{
    auto const child = classobj;
    auto const place = insert_child(classes, std::move(classobj), index, "msInsertClass()");
    child->parent = weak_from_this();
    node.touch();
    return place;
}

std::shared_ptr<classObj> layerObj::removeClass(int index)
{
    auto child = remove_child(classes, index, "removeClass()");
    child->parent.reset();
    node.touch();
    return child;
}

int layerObj::moveClassUp(int index)
{
    node.touch();
    return move_child(classes, index, -1, "moveClassUp()");
}

int layerObj::moveClassDown(int index)
{
    node.touch();
    return move_child(classes, index, 1, "moveClassDown()");
}

void layerObj::setProcessingKey(Text const& key, Text const& value)
{
    auto& directives = node.block.processing;
    auto const is_same = [&key](std::string const& directive) {
        return equals_ignoring_case(processing_key(directive), key.str());
    };
    auto place = std::ranges::find_if(directives, is_same);
    if (!value.is_null()) {
        place = place == directives.end() ? directives.emplace(place) : place;
        *place++ = key.str() + '=' + value.str();
    }
    directives.erase(std::remove_if(place, directives.end(), is_same), directives.end());
    node.touch();
}

Text layerObj::getProcessingKey(Text const& key) const
{
    auto const value = node.block.processing_value(key.str());
    return value ? Text{std::string{*value}} : Text{};
}

Text layerObj::getProcessing(int index) const
{
    auto const& directives = node.block.processing;
    if (index < 0 || static_cast<std::size_t>(index) >= directives.size()) {
        throw Failure{MS_CHILDERR, "msLayerGetProcessing()", "Invalid processing index."};
    }
    return directives[static_cast<std::size_t>(index)];
}

void layerObj::addProcessing(Text const& directive)
{
    node.block.processing.push_back(directive.str());
    node.touch();
}

int layerObj::clearProcessing()
{
    node.block.processing.clear();
    node.touch();
    return 0;
}

int layerObj::setConnectionType(int new_type, Text const& library_str)
{
    if (new_type == MS_PLUGIN) {
        plugin_library = plugin_library_original = library_str;
        if (library_str.str().empty()) {
            throw Failure{MS_MISCERR, "msConnectLayer()", "A plugin needs the name of a library."};
        }
    }
    connectiontype = new_type;
    sync(*this);
    return MS_SUCCESS;
}

void layerObj::setGeomTransform(Text const& transformation)
{
    node.block.geom_transform = transformation.str();
    node.touch();
}

void layerObj::setOpacity(int opacity)
{
    if (!compositer) {
        compositer = std::make_shared<LayerCompositer>();
    }
    compositer->opacity = opacity;
}

int layerObj::setExtent(double minx, double miny, double maxx, double maxy)
{
    if (minx > maxx || miny > maxy) {
        throw Failure{MS_RECTERR, "setExtent()",
                      "{ 'minx': " + std::to_string(minx) + " , 'miny': " + std::to_string(miny) +
                          " , 'maxx': " + std::to_string(maxx) +
                          " , 'maxy': " + std::to_string(maxy) + " }"};
    }
    extent = rectObj{minx, miny, maxx, maxy};
    return MS_SUCCESS;
}

int layerObj::addFeature(shapeObj const& shape)
{
    mapfile::Feature feature;
    for (auto const& line : shape.lines) {
        feature.parts.push_back(points_of(*line));
    }
    for (auto const& value : shape.values) {
        feature.items += (feature.items.empty() ? "" : ";") + value.str();
    }
    feature.text = shape.text.str();
    node.block.features.push_back(std::move(feature));
    connectiontype = MS_INLINE;
    node.touch();
    return MS_SUCCESS;
}

Text layerObj::get_utfdata() const
{
    return text_of(node.block.utf_data);
}

int layerObj::get_index() const
{
    auto const map = parent.lock();
    for (std::size_t i = 0; map != nullptr && i < map->layers.size(); ++i) {
        if (map->layers[i].get() == this) {
            return static_cast<int>(i);
        }
    }
    return MS_UNKNOWN;
}

} // namespace ms::script

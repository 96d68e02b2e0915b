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

namespace {

/// Inline features and tile indexes are kinds of their own to scripts.
struct Connection {
    mapfile::ConnectionType& model;
};

void to_script(int& script, Connection connection)
{
    script = number_of(connection.model);
}

bool to_model(int number, Connection connection)
{
    bool const is_local = number == MS_INLINE || number == MS_TILED_SHAPEFILE;
    return script::to_model(is_local ? MS_SHAPEFILE : number, connection.model);
}

} // namespace

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

void complete(layerObj& layer)
{
    auto const& block = layer.block;
    layer.plugin_library = text_or_null(block.plugin);
    if (!block.features.empty() && block.data.empty()) {
        layer.connectiontype = MS_INLINE;
    }
    for (auto const& klass : layer.classes) {
        klass->parent = layer.weak_from_this();
    }
}

template <typename Way>
void exchange(Way&, clusterObj&, mapfile::Cluster&)
{}

template struct Exchange<layerObj>;
template struct Exchange<clusterObj>;

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
    auto const place = classes.add(std::move(classobj), index, "msInsertClass()");
    child->parent = weak_from_this();
    return place;
}

std::shared_ptr<classObj> layerObj::removeClass(int index)
{
    auto child = classes.remove(index, "removeClass()");
    child->parent.reset();
    return child;
}

int layerObj::moveClassUp(int index)
{
    return classes.move(index, -1, "moveClassUp()");
}

int layerObj::moveClassDown(int index)
{
    return classes.move(index, 1, "moveClassDown()");
}

void layerObj::setProcessingKey(Text const& key, Text const& value)
{
    auto& directives = block.processing;
    auto const is_same = [&key](std::string const& directive) {
        return equals_ignoring_case(processing_key(directive), key.str());
    };
    auto place = std::ranges::find_if(directives, is_same);
    if (!value.is_null()) {
        place = place == directives.end() ? directives.emplace(place) : place;
        *place++ = key.str() + '=' + value.str();
    }
    directives.erase(std::remove_if(place, directives.end(), is_same), directives.end());
    touch();
}

Text layerObj::getProcessingKey(Text const& key) const
{
    auto const value = block.processing_value(key.str());
    return value ? Text{std::string{*value}} : Text{};
}

Text layerObj::getProcessing(int index) const
{
    auto const& directives = block.processing;
    if (index < 0 || static_cast<std::size_t>(index) >= directives.size()) {
        throw Failure{MS_CHILDERR, "msLayerGetProcessing()", "Invalid processing index."};
    }
    return directives[static_cast<std::size_t>(index)];
}

void layerObj::addProcessing(Text const& directive)
{
    block.processing.push_back(directive.str());
    touch();
}

int layerObj::clearProcessing()
{
    block.processing.clear();
    touch();
    return 0;
}

int layerObj::setConnectionType(int new_type, Text const& library_str)
{
    if (new_type == MS_PLUGIN) {
        plugin_library = library_str;
        block.plugin = library_str.str();
        touch();
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
    block.geom_transform = transformation.str();
    touch();
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
    block.features.push_back(std::move(feature));
    connectiontype = MS_INLINE;
    touch();
    return MS_SUCCESS;
}

Text layerObj::get_utfdata() const
{
    return text_of(block.utf_data);
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

// SPDX-License-Identifier: MIT
#include "script/layer.hpp"

#include "mapfile/expression_text.hpp"
#include "mapfile/set_processing.hpp"
#include "script/constants.hpp"
#include "script/map.hpp"
#include "script/open_layer.hpp"
#include "script/projection.hpp"
#include "script/snippet.hpp"

namespace ms::script {

void layerObj::complete()
{
    plugin_library = text_or_null(block.plugin);
    if (!block.features.empty() && block.data.empty()) {
        connectiontype = MS_INLINE;
    }
    for (auto const& klass : classes) {
        klass->parent = weak_from_this();
    }
}

std::shared_ptr<mapObj> map_of(layerObj const& layer)
{
    auto map = layer.parent.lock();
    fail_if(map == nullptr, MS_NULLPARENTERR, "msCheckParentPointer()",
            "The map parent object is null");
    return map;
}

std::shared_ptr<layerObj> layerObj::clone() const
{
    auto copy = copy_of(*this);
    copy->parent.reset();
    copy->reading.reset();
    copy->results.reset();
    std::vector<mapfile::Compositor> own;
    to_model(compositer, own);
    to_script(copy->compositer, own);
    for (auto const& klass : copy->classes) {
        klass->parent = copy;
    }
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

void layerObj::setProcessingKey(Text const& key, Text const& value)
{
    mapfile::set_processing(block, key.str(),
                            value.is_null() ? std::nullopt
                                            : std::optional<std::string_view>{value.str()});
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
    fail_if(!has_index(directives, index), MS_CHILDERR, "msLayerGetProcessing()",
            "Invalid processing index.");
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
        fail_if(library_str.str().empty(), MS_MISCERR, "msConnectLayer()",
                "A plugin needs the name of a library.");
    }
    connectiontype = new_type;
    sync();
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
    fail_if(minx > maxx || miny > maxy, MS_RECTERR, "setExtent()",
            "{ 'minx': " + std::to_string(minx) + " , 'miny': " + std::to_string(miny) +
                " , 'maxx': " + std::to_string(maxx) + " , 'maxy': " + std::to_string(maxy) + " }");
    extent = rectObj{minx, miny, maxx, maxy};
    return MS_SUCCESS;
}

mapfile::Feature feature_of(shapeObj const& shape)
{
    mapfile::Feature feature;
    for (auto const& line : shape.lines) {
        auto& part = feature.parts.emplace_back();
        for (auto const& [x, y] : line->positions()) {
            part.push_back({x, y});
        }
    }
    for (auto const& value : shape.values) {
        feature.items += (feature.items.empty() ? "" : ";") + value.str();
    }
    feature.text = shape.text.str();
    return feature;
}

int layerObj::addFeature(shapeObj const& shape)
{
    block.features.push_back(feature_of(shape));
    connectiontype = MS_INLINE;
    touch();
    return MS_SUCCESS;
}

Text layerObj::get_utfdata() const
{
    return text_or_null(mapfile::text_of(block.utf_data));
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

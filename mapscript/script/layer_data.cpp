// SPDX-License-Identifier: MIT
// The features of a layer, read one by one.
#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/visible_items.hpp"
#include "render/core/selection.hpp"
#include "script/drawing.hpp"
#include "script/open_layer.hpp"
#include "style/class_index.hpp"
#include "style/scaling.hpp"

#include <algorithm>

namespace ms::script {

namespace {

/// The caller's own share: another thread may close the layer while it is read.
std::shared_ptr<OpenLayer> open_one(layerObj const& layer, char const* routine)
{
    fail_if(!layer.reading, MS_SHPERR, routine, "The layer has not been opened.");
    return layer.reading;
}

/// gml_NAME_type, or with gml_types "auto" that of the source; else unknown.
std::string declared_type(layerObj const& layer, feature::Field const& field)
{
    auto const& metadata = layer.metadata.map;
    if (auto const* const type = metadata.find("gml_" + field.name + "_type")) {
        return *type;
    }
    auto const* const types = metadata.find("gml_types");
    if (types == nullptr || !equals_ignoring_case(*types, "auto")) {
        return "";
    }
    // Files know one type of whole numbers.
    bool const is_long = field.type == feature::FieldType::Long;
    bool const is_database = layer.connectiontype == MS_POSTGIS;
    return std::string{
        mapfile::name_of(is_long && !is_database ? feature::FieldType::Integer : field.type)};
}

/// The pixels that a query found in a raster layer, which exist only there. Null for other layers.
render::PickedLayer const* pixels_of(layerObj const& layer)
{
    bool const has_pixels =
        layer.block.type == mapfile::LayerType::Raster && layer.results != nullptr;
    return has_pixels ? layer.results->picked.get() : nullptr;
}

std::span<feature::Field const> fields_of(layerObj const& layer)
{
    if (auto const* const pixels = pixels_of(layer)) {
        return pixels->fields;
    }
    return layer.reading ? layer.reading->fields() : std::span<feature::Field const>{};
}

std::shared_ptr<shapeObj> pixel_at(render::PickedLayer const& pixels, long key)
{
    auto const row = static_cast<std::size_t>(key);
    if (key < 0 || row >= pixels.first.features.size()) {
        return nullptr;
    }
    auto shape = shapeObj::from(pixels.first.features, row);
    shape->index = key;
    return shape;
}

feature::Field const* field_at(layerObj const& layer, int i)
{
    auto const fields = layer.reading ? fields_of(layer) : std::span<feature::Field const>{};
    return has_index(fields, i) ? &fields[static_cast<std::size_t>(i)] : nullptr;
}

/// Removes the classes that are not among the first `count` indices; all stay if there are no
/// indices.
/// \return the index in the layer of each remaining class
std::vector<int> kept_classes(std::vector<mapfile::Class>& classes, std::span<int const> indices,
                              int count)
{
    auto const requested =
        indices.first(std::min(indices.size(), static_cast<std::size_t>(std::max(count, 0))));
    std::vector<int> kept;
    std::vector<mapfile::Class> staying;
    for (int i = 0; i < static_cast<int>(classes.size()); ++i) {
        if (requested.empty() || std::ranges::find(requested, i) != requested.end()) {
            kept.push_back(i);
            staying.push_back(std::move(classes[static_cast<std::size_t>(i)]));
        }
    }
    classes = std::move(staying);
    return kept;
}

} // namespace

std::shared_ptr<OpenLayer> open_layer(layerObj& layer)
{
    auto const map = map_of(layer)->freeze();
    auto const index = static_cast<std::size_t>(layer.get_index());
    try {
        return std::make_shared<OpenLayer>(map, index);
    } catch (Error const& error) {
        if (layer.connectiontype == MS_SHAPEFILE) { // a file that is not there is an OSError
            throw Failure{MS_IOERR, "msShapefileOpen()", error.what()};
        }
        throw;
    }
}

int layerObj::open()
{
    auto opened = open_layer(*this);
    static_cast<void>(
        opened->fields()); // reports an unreachable source here, not at the first shape
    reading = std::move(opened);
    return MS_SUCCESS;
}

int layerObj::whichShapes(rectObj const& rect)
{
    open_one(*this, "msLayerWhichShapes()")->start(rect.box());
    return MS_SUCCESS;
}

std::shared_ptr<shapeObj> layerObj::nextShape()
{
    auto const layer = open_one(*this, "msLayerNextShape()");
    if (!layer->has_started()) {
        layer->start();
    }
    return layer->next();
}

std::shared_ptr<shapeObj> layerObj::getShape(resultObj const& record)
{
    auto const opened = open_one(*this, "msLayerGetShape()");
    auto const* const pixels = pixels_of(*this);
    auto shape =
        pixels != nullptr ? pixel_at(*pixels, record.shapeindex) : opened->find(record.shapeindex);
    fail_if(shape == nullptr, MS_MISCERR, "msLayerGetShape()",
            "Invalid feature id: " + std::to_string(record.shapeindex));
    shape->classindex = std::max(record.classindex, 0);
    shape->resultindex = record.resultindex;
    return shape;
}

int layerObj::getNumFeatures()
{
    auto const layer = reading ? reading : open_layer(*this);
    return static_cast<int>(layer->count());
}

std::shared_ptr<rectObj> layerObj::getExtent()
{
    if (extent.minx < extent.maxx && extent.miny < extent.maxy) {
        return std::make_shared<rectObj>(extent);
    }
    auto const layer = reading ? reading : open_layer(*this);
    auto const box = layer->extent();
    fail_if(!box, MS_MISCERR, "getExtent()", "The extent of the layer is not known.");
    return std::make_shared<rectObj>(*box);
}

Text layerObj::getItem(int i) const
{
    auto const* const field = field_at(*this, i);
    return field == nullptr ? Text{} : Text{field->name};
}

Text layerObj::getItemType(int i) const
{
    auto const* const field = field_at(*this, i);
    return field == nullptr ? Text{} : Text{declared_type(*this, *field)};
}

int layerObj::get_numitems() const
{
    return reading ? static_cast<int>(fields_of(*this).size()) : 0;
}

int layerObj::setItems(std::vector<std::string> const& items, int numitems)
{
    auto const count = numitems < 0 ? items.size() : static_cast<std::size_t>(numitems);
    fail_if(count > items.size(), MS_MISCERR, "msLayerSetItems()", "There are fewer items.");
    open_one(*this, "msLayerSetItems()")->choose(std::span{items}.first(count));
    return MS_SUCCESS;
}

int layerObj::getClassIndex(mapObj& map, shapeObj const& shape, std::vector<int> const& indices,
                            int numclasses)
{
    auto composed = current();
    auto const counted = kept_classes(composed.classes, indices, numclasses);
    style::ClassSelection const selection{composed, composed.class_group, map.scaledenom};
    std::vector<std::string> names;
    feature::FeatureBatch batch;
    auto const known = reading ? reading->fields() : std::span<feature::Field const>{};
    batch.reset(known.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
        names.push_back(known[i].name);
        batch.attributes[i].append(shape.getValue(static_cast<int>(i)).str());
    }
    batch.geometry = shape.column();
    std::vector<std::int32_t> positions;
    style::ClassIndex{selection, names}.classify(batch, positions);
    if (positions.front() == style::ClassIndex::no_class) {
        return -1;
    }
    auto const position = static_cast<std::size_t>(positions.front());
    return counted[selection.entries()[position].index];
}

int layerObj::isVisible()
{
    auto const scale = std::max(map_of(*this)->scaledenom, 0.0);
    return is_on(*this) && style::is_in_layer_scale(block, scale) ? MS_TRUE : MS_FALSE;
}

} // namespace ms::script

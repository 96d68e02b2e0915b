// SPDX-License-Identifier: MIT
// The features of a layer, read one by one.
#include "base/string.hpp"
#include "script/drawing.hpp"
#include "script/exchange.hpp"
#include "script/open_layer.hpp"
#include "script/results.hpp"

namespace ms::script {

namespace {

std::shared_ptr<OpenLayer> opened(layerObj& layer)
{
    auto const map = map_of(layer);
    return std::make_shared<OpenLayer>(map->freeze(), static_cast<std::size_t>(layer.get_index()));
}

OpenLayer& open_one(layerObj const& layer, char const* routine)
{
    if (!layer.reading) {
        throw Failure{MS_SHPERR, routine, "The layer has not been opened."};
    }
    return *layer.reading;
}

/// Files know one type of whole numbers.
std::string_view type_name(feature::FieldType type, bool is_database) noexcept
{
    switch (type) {
    case feature::FieldType::Integer:
        return "Integer";
    case feature::FieldType::Long:
        return is_database ? "Long" : "Integer";
    case feature::FieldType::Real:
        return "Real";
    case feature::FieldType::Boolean:
        return "Boolean";
    case feature::FieldType::Date:
        return "Date";
    case feature::FieldType::Time:
        return "Time";
    case feature::FieldType::DateTime:
        return "DateTime";
    case feature::FieldType::Text:
        break;
    }
    return "Character";
}

/// gml_NAME_type, or with gml_types "auto" what the source says; else nothing is known.
std::string declared_type(layerObj const& layer, feature::Field const& field)
{
    auto const& metadata = layer.metadata.map;
    if (auto const* const type = metadata.find("gml_" + field.name + "_type")) {
        return *type;
    }
    auto const* const types = metadata.find("gml_types");
    bool const is_automatic = types != nullptr && equals_ignoring_case(*types, "auto");
    return is_automatic ? std::string{type_name(field.type, layer.connectiontype == MS_POSTGIS)}
                        : "";
}

feature::Field const* field_at(layerObj const& layer, int i)
{
    if (!layer.reading || i < 0) {
        return nullptr;
    }
    auto const& fields = layer.reading->schema().fields;
    return static_cast<std::size_t>(i) < fields.size() ? &fields[static_cast<std::size_t>(i)]
                                                       : nullptr;
}

} // namespace

int layerObj::open()
{
    reading = opened(*this);
    return MS_SUCCESS;
}

void layerObj::close()
{
    reading.reset();
}

int layerObj::whichShapes(rectObj const& rect)
{
    open_one(*this, "msLayerWhichShapes()").start(rect.box());
    return MS_SUCCESS;
}

std::shared_ptr<shapeObj> layerObj::nextShape()
{
    auto& layer = open_one(*this, "msLayerNextShape()");
    if (!layer.has_started()) {
        layer.start(std::nullopt);
    }
    return layer.next();
}

std::shared_ptr<shapeObj> layerObj::getShape(resultObj const& record)
{
    auto shape = open_one(*this, "msLayerGetShape()").find(record.shapeindex);
    if (shape != nullptr) {
        shape->classindex = record.classindex;
        shape->resultindex = record.resultindex;
    }
    return shape;
}

int layerObj::getNumFeatures()
{
    auto const layer = reading ? reading : opened(*this);
    layer->start(std::nullopt);
    int count = 0;
    while (layer->next() != nullptr) {
        ++count;
    }
    return count;
}

std::shared_ptr<rectObj> layerObj::getExtent()
{
    if (extent.minx < extent.maxx && extent.miny < extent.maxy) {
        return std::make_shared<rectObj>(extent);
    }
    auto const layer = reading ? reading : opened(*this);
    auto const box = layer->extent();
    if (!box) {
        throw Failure{MS_MISCERR, "getExtent()", "The extent of the layer is not known."};
    }
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
    return reading ? static_cast<int>(reading->schema().fields.size()) : 0;
}

int layerObj::isVisible()
{
    auto const map = map_of(*this);
    bool const is_on = status == MS_ON || status == MS_DEFAULT;
    bool const is_near =
        maxscaledenom <= 0 || map->scaledenom <= 0 || map->scaledenom <= maxscaledenom;
    bool const is_far =
        minscaledenom <= 0 || map->scaledenom <= 0 || map->scaledenom > minscaledenom;
    return is_on && is_near && is_far ? MS_TRUE : MS_FALSE;
}

} // namespace ms::script

// SPDX-License-Identifier: MIT
#include "ogr/gdal_layer.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"
#include "base/string.hpp"
#include "ogr/gdal_memory.hpp"

#include <gdal.h>
#include <ogr_api.h>
#include <ogr_geometry.h>
#include <ogr_srs_api.h>

#include <type_traits>
#include <utility>

namespace ms::ogr {

namespace {

// Depending on its build, GDAL's handles are void* or pointers to their own types.
using FieldDefinition = Handle<std::remove_pointer_t<OGRFieldDefnH>, OGR_Fld_Destroy>;
using Feature = Handle<std::remove_pointer_t<OGRFeatureH>, OGR_F_Destroy>;
using SpatialReference = Handle<std::remove_pointer_t<OGRSpatialReferenceH>, OSRRelease>;

OGRFieldType type_of(feature::FieldType type)
{
    using feature::FieldType;
    switch (type) {
    case FieldType::Boolean:
    case FieldType::Integer:
        return OFTInteger;
    case FieldType::Long:
        return OFTInteger64;
    case FieldType::Real:
        return OFTReal;
    case FieldType::Date:
        return OFTDate;
    case FieldType::Time:
        return OFTTime;
    case FieldType::DateTime:
        return OFTDateTime;
    case FieldType::Text:
        break;
    }
    return OFTString;
}

/// Null if the layer has no CRS, or one that GDAL does not know.
SpatialReference reference_system(std::string const& crs)
{
    if (crs.empty()) {
        return nullptr;
    }
    SpatialReference system{OSRNewSpatialReference(nullptr)};
    if (OSRSetFromUserInput(system.get(), crs.c_str()) != OGRERR_NONE) {
        return nullptr;
    }
    // Ours are always x, y.
    OSRSetAxisMappingStrategy(system.get(), OAMS_TRADITIONAL_GIS_ORDER);
    return system;
}

/// Whether the format has integers of 64 bits; the default for a driver that does not declare it is
/// true.
bool takes_long(void* dataset)
{
    char const* const types =
        GDALGetMetadataItem(GDALGetDatasetDriver(static_cast<GDALDatasetH>(dataset)),
                            GDAL_DMD_CREATIONFIELDDATATYPES, nullptr);
    return types == nullptr || std::string_view{types}.find("Integer64") != std::string_view::npos;
}

/// RFC 7946, 4: "The coordinate reference system for all GeoJSON coordinates is a geographic
/// coordinate reference system, using the World Geodetic System 1984": an element that says so is
/// left out, as in MapServer.
bool is_implied(std::string_view driver, OGRSpatialReferenceH system)
{
    char const* const code = system == nullptr ? nullptr : OSRGetAuthorityCode(system, nullptr);
    return code != nullptr && equals_ignoring_case(driver, "GeoJSON") &&
           (code == std::string_view{"4326"} || code == std::string_view{"CRS84"});
}

void set_geometry(OGRFeatureH feature, std::span<std::byte const> wkb)
{
    OGRGeometryH geometry = nullptr;
    if (!wkb.empty() && OGR_G_CreateFromWkb(wkb.data(), nullptr, &geometry,
                                            static_cast<int>(wkb.size())) == OGRERR_NONE) {
        OGR_F_SetGeometryDirectly(feature, geometry);
    }
}

} // namespace

void refuse(Document const& document, std::string const& what, std::string why)
{
    auto const folder = document.folder + '/';
    for (auto at = why.find(folder); at != std::string::npos; at = why.find(folder, at)) {
        why.erase(at, folder.size());
    }
    throw Error{ErrorKind::BadMapfile, "GDAL's driver \"" + document.driver + "\" " + what +
                                           (why.empty() ? "" : ": " + why)};
}

std::vector<char*> list_of(Options const& options)
{
    std::vector<char*> list;
    for (auto const& option : options) {
        list.push_back(const_cast<char*>(option.c_str())); // GDAL's parameters lack a const
    }
    list.push_back(nullptr);
    return list;
}

LayerWriter::LayerWriter(Document const& document, Layer layer, void* dataset)
    : m_document(document), m_layer(std::move(layer)), m_target(create(dataset)),
      m_has_long(takes_long(dataset))
{
    for (auto const& field : m_layer.fields) {
        add_field(field);
    }
}

void* LayerWriter::create(void* dataset) const
{
    Complaints const complaints;
    // Drivers name files like layers.
    if (m_layer.name.find("..") != std::string::npos) {
        refuse(m_document, "does not take layer \"" + m_layer.name + "\"",
               "its name must not contain \"..\"");
    }
    auto const options = list_of(m_document.layer_options);
    auto const system = reference_system(m_layer.crs);
    auto* const created =
        GDALDatasetCreateLayer(static_cast<GDALDatasetH>(dataset), m_layer.name.c_str(),
                               is_implied(m_document.driver, system.get()) ? nullptr : system.get(),
                               OGRFromOGCGeomType(m_layer.geometry_type.c_str()), options.data());
    if (created == nullptr) {
        refuse(m_document, "does not take layer \"" + m_layer.name + "\"", complaints.last());
    }
    return created;
}

/// Its number in the file is that of the layer, unless the driver leaves it out.
void LayerWriter::add_field(feature::Field const& field)
{
    Complaints const complaints;
    auto const type = type_of(field.type);
    // MapInfo has no 64-bit integers, but reals: exact up to 2^53.
    FieldDefinition const definition{
        OGR_Fld_Create(field.name.c_str(), type == OFTInteger64 && !m_has_long ? OFTReal : type)};
    if (field.type == feature::FieldType::Boolean) {
        OGR_Fld_SetSubType(definition.get(), OFSTBoolean); // "true" in GeoJSON, not 1
    }
    OGR_Fld_SetWidth(definition.get(), field.width);
    OGR_Fld_SetPrecision(definition.get(), field.precision);
    auto const layer = static_cast<OGRLayerH>(m_target);
    auto* const target = OGR_L_GetLayerDefn(layer);
    auto const before = OGR_FD_GetFieldCount(target);
    if (OGR_L_CreateField(layer, definition.get(), TRUE) != OGRERR_NONE) {
        refuse(m_document, "does not take item \"" + field.name + "\"", complaints.last());
    }
    m_numbers.push_back(OGR_FD_GetFieldCount(target) > before ? before : -1);
}

void LayerWriter::write(Row const& row)
{
    Complaints const complaints;
    auto const layer = static_cast<OGRLayerH>(m_target);
    Feature const feature{OGR_F_Create(OGR_L_GetLayerDefn(layer))};
    if (row.id) {
        OGR_F_SetFID(feature.get(), *row.id);
    }
    for (std::size_t field = 0; field < m_numbers.size(); ++field) {
        if (m_numbers[field] >= 0) {
            set(feature.get(), field, row.values[field]);
        }
    }
    set_geometry(feature.get(), row.wkb);
    if (OGR_L_CreateFeature(layer, feature.get()) != OGRERR_NONE) {
        refuse(m_document, "does not take a feature of layer \"" + m_layer.name + "\"",
               complaints.last());
    }
}

/// As in MapServer, whose attributes know no NULL: texts are empty then, numbers unset.
void LayerWriter::set(void* of_gdal, std::size_t field, std::optional<std::string_view> value)
{
    auto const feature = static_cast<OGRFeatureH>(of_gdal);
    auto const type = m_layer.fields[field].type;
    auto const number = m_numbers[field];
    m_text.assign(value.value_or(""));
    if (type == feature::FieldType::Text) {
        OGR_F_SetFieldString(feature, number, m_text.c_str());
    } else if (value && type == feature::FieldType::Boolean) {
        bool const is_true = !m_text.empty() && std::string_view{"tTyY1"}.find(m_text.front()) !=
                                                    std::string_view::npos;
        OGR_F_SetFieldInteger(feature, number, is_true ? 1 : 0);
    } else if (!m_text.empty()) {
        OGR_F_SetFieldString(feature, number, m_text.c_str());
    }
}

} // namespace ms::ogr
